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
export function renderHandoverPage(
  { school, site }: Project,
  { url, platform }: BuilderSite,
): Resource {
  const { host, origin } = new URL(url)
  const line = `<script src="${school.url}/${school.tracker}.js" defer></script>`
  const forms = platform && FORMS[platform]
  const banner =
    platform === 'Tilda' ? ' in Tilda’s cookie banner. Another banner' : '. Your consent banner'
  const places = Object.entries(SETTINGS).filter(([name]) => !platform || name === platform)
  const main = `<p>This line measures the visits and the forms of <b>${escapeHtml(host)}</b>. Paste it once, into the head of every page:</p>
<p><code id="line" style="user-select: all">${escapeHtml(line)}</code></p>
${site.tracker.consent === 'wait' ? `<p>The script waits until the visitor agrees${banner} has to call <code>${school.tracker}.consent(true)</code>: the guide shows how.</p>` : ''}
<h2>Where the line goes</h2>
<ul>
${places.map(([name, [setting, help]]) => `<li><b>${name}</b>: ${setting}. <a href="${help}">Help of ${name}</a></li>`).join('\n')}
<li>Another site builder: the setting for code in the head of all pages.</li>
</ul>
<p>Then publish the site again.</p>
${site.tracker.pageView === false ? '' : OLD_PIXEL}
<h2>Count a form</h2>
${forms ? `<p>The line counts each form of ${forms} that is accepted. Add nothing to these forms, and remove code that you pasted for them. Otherwise, they count twice.</p>` : OWN_FORM}
${GUIDE ? `<p><a href="${GUIDE}">Guide for site builders</a></p>` : ''}
<h2>Check this deployment</h2>
<p>Set <code>META_ACCESS_TOKEN</code> on your host to Meta’s access token. You get it in Events Manager: Settings → Conversions API → Generate access token.</p>
<p>Then run this in a terminal. It sends no event:</p>
<p><code>npx conversion-capi visit ${escapeHtml(origin)}</code></p>`
  return {
    path: '/',
    contentType: 'text/html; charset=utf-8',
    body: renderPage(`Connect ${escapeHtml(host)}`, main),
    headers: {
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
    },
  }
}

function renderPage(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="conversion-capi build">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${main}
</main>
<footer><p>Made with <code>conversion-capi build</code>, which measures the conversions of a site with Meta’s pixel and its Conversions API.</p></footer>
</body>
</html>
`
}

const STYLES = `
:root { background: Canvas; color: CanvasText }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 3rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 }
h2 { font-size: 1.25rem; margin: 1rem 0 0 }
p { margin: .25rem 0 }
footer { margin-top: 2.5rem; font-size: .875rem }
`

const OLD_PIXEL = `<h2>Remove the old pixel</h2>
<p>The line loads Meta’s pixel. Remove Meta’s pixel from the settings, the plugins and the tag manager of your site. Otherwise, each page view counts twice.</p>`

const OWN_FORM = `<p>If you can edit the HTML of the form, add <code>data-track="Lead"</code> to it:</p>
<p><code>&lt;form data-track="Lead"&gt;</code></p>
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
