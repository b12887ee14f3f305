import { createHash } from 'node:crypto'

import { hasBuiltInLabels, type Resource } from '@conversion-capi/content'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { escapeHtml } from '@conversion-capi/meta/terminal'

import manifest from '../../../../package.json' with { type: 'json' }
import type { Project } from '../../project/load-project.ts'
import type { BuilderSite } from '../../project/site-options.ts'
import { HANDOVER_SCRIPT } from './handover-script.ts'
import { ENGLISH, type HandoverTexts } from './texts/english.ts'
import { RUSSIAN } from './texts/russian.ts'

/**
 * Renders the page at `/` of a deployment for a site builder: the line to paste, where it goes, and a check of the
 * deployment. It contains only what the line makes public: the URL of the tracker and the hostname of the site.
 */
export function renderHandoverPage({ school, site }: Project, builder: BuilderSite): Resource {
  const { language, texts } = findTexts(school.language)
  const { host } = new URL(builder.url)
  const line = `<script src="${school.url}/${school.tracker}.js" defer></script>`
  const fill = (text: string, values: Record<string, string> = {}): string =>
    escapeHtml(text).replaceAll(
      /\{(site|call|attribute|builder|variable|path)\}/g,
      (_, name: string) => ({ site: `<b>${escapeHtml(host)}</b>`, ...values })[name]!,
    )
  const plain = (text: string): string => text.replaceAll('{site}', host)
  const title = plain(texts.title)
  const countsPages = site.tracker.pageView !== false
  const isWaiting = site.tracker.consent === 'wait'
  const forms = builder.platform && FORMS[builder.platform]
  const data = {
    script: `/${school.tracker}.js`,
    endpoint: school.endpoint ?? CONVERSION_PATH,
    scriptFound: texts.scriptFound,
    scriptMissing: texts.scriptMissing,
    listed: texts.listed,
    open: texts.open,
    failed: texts.failed,
    configured: texts.configured,
    unconfigured: texts.unconfigured,
    unknown: texts.unknown,
    limits: plain(texts.limits),
  }
  const body = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${HANDOVER_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${fill(texts.line)}</p>
<pre id="line"><code>${escapeHtml(line)}</code></pre>
<p><button type="button" data-copied="${escapeHtml(texts.copied)}">${escapeHtml(texts.copy)}</button><span id="copied" role="status"></span></p>
${isWaiting ? `<p>${fill(builder.platform === 'Tilda' ? texts.consentTilda : texts.consent, { call: `<code>${school.tracker}.consent(true)</code>` })}</p>` : ''}
<h2>${escapeHtml(texts.where)}</h2>
<dl>
${places(texts, builder).join('\n')}
</dl>
<p>${escapeHtml(texts.publish)}</p>
${countsPages ? `<h2>${escapeHtml(texts.pixel)}</h2>\n<p>${escapeHtml(texts.pixelText)}</p>` : ''}
<h2>${escapeHtml(texts.form)}</h2>
${
  forms
    ? `<p>${fill(texts.formPlatform, { builder: forms })}</p>`
    : `<p>${fill(texts.formText, { attribute: '<code>data-track="Lead"</code>' })}</p>
<pre><code>${escapeHtml('<form data-track="Lead">')}</code></pre>
<p>${escapeHtml(texts.formBuilder)}</p>`
}
${GUIDE ? `<p><a href="${GUIDE}">${escapeHtml(texts.guide)}</a></p>` : ''}
<h2>${escapeHtml(texts.check)}</h2>
<p>${fill(texts.token, { variable: '<code>META_ACCESS_TOKEN</code>', path: TOKEN_PATH })}</p>
<p>${escapeHtml(texts.checkText)}</p>
<p><button type="button">${escapeHtml(texts.checkButton)}</button></p>
<ul id="results" aria-live="polite"${attributes(data)}></ul>
</main>
<script>${HANDOVER_SCRIPT}</script>
</body>
</html>
`
  return {
    path: '/',
    contentType: 'text/html; charset=utf-8',
    body,
    headers: {
      'Content-Security-Policy': policy(data.endpoint),
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
    },
  }
}

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

const TOKEN_PATH = '<span lang="en">Settings → Conversions API → Generate access token</span>'

/** Languages without texts get the English page. */
function findTexts(tag: string): { language: string; texts: HandoverTexts } {
  const isRussian = new Intl.Locale(tag).language === 'ru' && hasBuiltInLabels(tag)
  return isRussian ? { language: 'ru', texts: RUSSIAN } : { language: 'en', texts: ENGLISH }
}

/** Where each builder has the setting, in the words of its English editor, and its own page about it. */
const SETTINGS: Record<string, [setting: string, help: string]> = {
  Tilda: [
    'Site Settings → More → HTML code for the head section',
    'https://tilda.cc/en/answers/a/html-in-head-en/',
  ],
  WordPress: ['', 'https://developer.wordpress.org/reference/hooks/wp_head/'],
  Wix: [
    'Settings → Custom Code → Head, All pages',
    'https://dev.wix.com/docs/develop-websites-sdk/code-your-site/build-a-custom-frontend/custom-code/about-custom-code',
  ],
  Webflow: [
    'Site settings → Custom code → Head code',
    'https://university.webflow.com/article/publish-your-site',
  ],
}

/** Returns the places of the line, that of the builder of this site first. */
function places(texts: HandoverTexts, { platform }: BuilderSite): string[] {
  const own = Object.entries(SETTINGS).sort(
    ([a], [b]) => Number(b === platform) - Number(a === platform),
  )
  const known = own.map(([name, [setting, help]]) => {
    const where =
      setting === '' ? escapeHtml(texts.wordpress) : `<span lang="en">${setting}</span>.`
    const link = `<a href="${help}">${escapeHtml(texts.help.replace('{builder}', name))}</a>`
    return `<dt>${name}</dt><dd>${where} ${link}</dd>`
  })
  return [...known, `<dt>${escapeHtml(texts.other)}</dt><dd>${escapeHtml(texts.otherText)}</dd>`]
}

function attributes(values: Record<string, string>): string {
  return Object.entries(values)
    .map(
      ([name, value]) =>
        ` data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${escapeHtml(value)}"`,
    )
    .join('')
}

/** Allows the page's own script and style, and its two requests. */
function policy(endpoint: string): string {
  const origins = endpoint.startsWith('/') ? [] : [new URL(endpoint).origin]
  return [
    "default-src 'none'",
    `script-src ${hash(HANDOVER_SCRIPT)}`,
    `style-src ${hash(HANDOVER_STYLE)}`,
    `connect-src ${["'self'", ...origins].join(' ')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hash(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}

/** The style of the page that hands over the line. It loads no other file, and no element has a `style` attribute. */
const HANDOVER_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fdfcfa; --ink: #1d1c1a; --quiet: #5d5952; --link: #0a549e; --rule: #dfdbd3; --shade: #f4f1ec;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #17191c; --ink: #e8e6e1; --quiet: #aeaaa2; --link: #8dbbf7; --rule: #3a3d42; --shade: #212429; }
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; text-size-adjust: 100%; }
main { margin: 0 auto; padding: 2.5rem clamp(1rem, 5vw, 2rem) 4rem; max-inline-size: 46rem; overflow-wrap: anywhere; }
h1, h2 { margin: 2.75rem 0 .75rem; line-height: 1.25; text-wrap: balance; }
h1 { margin-block-start: 0; font-size: clamp(1.375rem, .9rem + 2.2vw, 2.25rem); }
h2 { padding-block-start: 1.5rem; border-block-start: 1px solid var(--rule); font-size: 1.375rem; }
p, ul, dl, pre { margin: 0 0 1rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .9rem; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .18em; }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875em; direction: ltr; unicode-bidi: isolate; }
pre { padding: 1rem 1.25rem; border-radius: 8px; background: var(--shade); white-space: pre-wrap; text-align: start; }
pre code { font-size: inherit; }
#line { border: 1px solid var(--link); font-size: 1rem; }
.quiet { color: var(--quiet); }
button { padding: .55rem 1.25rem; border: 0; border-radius: 6px; background: var(--link); color: var(--paper); font: inherit; font-weight: 600; cursor: pointer; }
button:disabled { opacity: .6; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; }
#copied { margin-inline-start: .75rem; }
#results { padding: 0; list-style: none; }
#results li { margin-block-start: .6rem; }
`
