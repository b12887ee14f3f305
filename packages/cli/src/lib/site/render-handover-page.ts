import { createHash } from 'node:crypto'

import type { Resource } from '@conversion-capi/content'
import { escapeHtml } from '@conversion-capi/meta/terminal'

import manifest from '../../../package.json' with { type: 'json' }
import type { Project } from '../project/load-project.ts'
import type { BuilderSite } from '../project/site-options.ts'

/**
 * Renders the page at `/` of a deployment for a site builder: the line to paste, and where it goes. It contains only what
 * the line makes public: the URL of the tracker and the hostname of the site. It is in English, because no native speaker
 * has read it in another language.
 */
export function renderHandoverPage({ school, site }: Project, builder: BuilderSite): Resource {
  const host = escapeHtml(new URL(builder.url).host)
  const line = `<script src="${school.url}/${school.tracker}.js" defer></script>`
  const forms = builder.platform && FORMS[builder.platform]
  const banner =
    builder.platform === 'Tilda'
      ? ' in Tilda’s cookie banner. Another banner'
      : '. Your consent banner'
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Connect ${host}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Connect ${host}</h1>
<p>This line measures the visits and the forms of <b>${host}</b>. Paste it once, into the head of every page:</p>
<pre id="line"><code>${escapeHtml(line)}</code></pre>
<p><button type="button">Copy</button> <span id="copied" role="status"></span></p>
${site.tracker.consent === 'wait' ? `<p>The script waits until the visitor agrees${banner} has to call <code>${school.tracker}.consent(true)</code>: the guide shows how.</p>` : ''}
<h2>Where the line goes</h2>
<dl>
${places(builder).join('\n')}
</dl>
<p>Then publish the site again.</p>
${site.tracker.pageView === false ? '' : OLD_PIXEL}
<h2>Count a form</h2>
${forms ? `<p>The line counts each form of ${forms} that is accepted. Add nothing to these forms, and remove code that you pasted for them. Otherwise, they count twice.</p>` : OWN_FORM}
${GUIDE ? `<p><a href="${GUIDE}">Guide for site builders</a></p>` : ''}
<h2>Check this deployment</h2>
<p>Set <code>META_ACCESS_TOKEN</code> on your host to Meta’s access token. You get it in Events Manager: Settings → Conversions API → Generate access token.</p>
<p>Then run this in a terminal. It sends no event:</p>
<pre><code>npx conversion-capi probe ${escapeHtml(new URL(builder.url).origin)}</code></pre>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
  return {
    path: '/',
    contentType: 'text/html; charset=utf-8',
    body,
    headers: {
      'Content-Security-Policy': `default-src 'none'; script-src ${hash(SCRIPT)}; style-src ${hash(STYLE)}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
    },
  }
}

const OLD_PIXEL = `<h2>Remove the old pixel</h2>
<p>The line loads Meta’s pixel. Remove Meta’s pixel from the settings, the plugins and the tag manager of your site. Otherwise, each page view counts twice.</p>`

const OWN_FORM = `<p>If you can edit the HTML of the form, add <code>data-track="Lead"</code> to it:</p>
<pre><code>&lt;form data-track="Lead"&gt;</code></pre>
<p>If the site builder writes the form, use the script for your builder in the guide.</p>`

/** `undefined` until the URL of the repository is decided. */
const GUIDE = manifest.homepage.includes('/OWNER/')
  ? undefined
  : manifest.homepage.replace(/\/tree\/.*$/, '/blob/HEAD/docs/guides/site-builders.md')

/** The forms that the tracker counts with each builder's add-on: attributes would count them a second time. */
const FORMS: Partial<Record<string, string>> = {
  Tilda: 'Tilda',
  Webflow: 'Webflow',
  WordPress:
    'Contact Form 7, Elementor Pro, Fluent Forms, Forminator, Gravity Forms, Ninja Forms, WPForms',
}

const SETTINGS: Record<string, [setting: string, help: string]> = {
  Tilda: [
    'Site Settings → More → HTML code for the head section',
    'https://tilda.cc/en/answers/a/html-in-head-en/',
  ],
  WordPress: [
    'A plugin that adds code to the head, or a small plugin of your own: the guide has one',
    'https://developer.wordpress.org/reference/hooks/wp_head/',
  ],
  Wix: [
    'Settings → Custom Code → Head, All pages',
    'https://dev.wix.com/docs/develop-websites-sdk/code-your-site/build-a-custom-frontend/custom-code/about-custom-code',
  ],
  Webflow: [
    'Site settings → Custom code → Head code',
    'https://university.webflow.com/article/publish-your-site',
  ],
}

function places({ platform }: BuilderSite): string[] {
  const own = Object.entries(SETTINGS).sort(
    ([a], [b]) => Number(b === platform) - Number(a === platform),
  )
  const known = own.map(
    ([name, [setting, help]]) =>
      `<dt>${name}</dt><dd>${setting}. <a href="${help}">Help of ${name}</a></dd>`,
  )
  return [
    ...known,
    '<dt>Another site builder</dt><dd>The setting for code in the head of all pages.</dd>',
  ]
}

function hash(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}

/** The same on every page, so that the page's content security policy allows it by its hash. */
const SCRIPT = `
document.querySelector('button').addEventListener('click', async () => {
  const line = document.querySelector('#line')
  try {
    await navigator.clipboard.writeText(line.textContent)
    document.querySelector('#copied').textContent = 'Copied.'
  } catch {
    // Without permission, the line is selected for the keyboard.
    getSelection().selectAllChildren(line)
  }
})
`

/** Loads no other file. No element has a `style` attribute. */
const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif; }
main { margin: 0 auto; padding: 1rem; max-inline-size: 46rem; overflow-wrap: anywhere; }
h1, h2 { margin-block: 2rem .75rem; line-height: 1.25; }
a { color: inherit; }
dt { font-weight: 600; }
dd { margin: 0 0 .9rem; }
pre { padding: 1rem; border: 1px solid; border-radius: 8px; white-space: pre-wrap; }
button { padding: .55rem 1.25rem; font: inherit; cursor: pointer; }
`
