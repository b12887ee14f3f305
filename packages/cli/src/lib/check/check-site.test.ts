import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { type Files, config, PAGE, writeProject } from '../project/write-project.fixture.ts'
import type { CHECK_RULES } from './check-rules.ts'
import { checkSite } from './check-site.ts'

const NOW = Date.parse('2026-11-21')
const TOKEN = 'secret-token-value-1234'
const ENV = {
  META_PIXEL_ID: '1234567890',
  META_ACCESS_TOKEN: TOKEN,
  META_GRAPH_VERSION: 'v25.0',
}

async function check(files: Files, env: Record<string, string> = ENV) {
  return checkSite({ dir: await writeProject(files), env, now: () => NOW })
}

function head(html: string): Files {
  return { 'public/index.html': PAGE.replace('</head>', () => `${html}\n</head>`) }
}

function body(html: string): Files {
  return { 'public/index.html': PAGE.replace('</body>', () => `${html}\n</body>`) }
}

function code(text: string): Files {
  return body(`<script type="module">${text}</script>`)
}

function tracker(html: string): Files {
  return {
    'public/index.html': PAGE.replace('<script src="/nord.js" defer></script>', () => html),
  }
}

const TRACKED = PAGE.replace('</body>', '<form data-track="Lead"></form></body>')

function options(tracker: object): Files {
  return { 'school.config.ts': config({}, { tracker }) }
}

function app(framework: string, files: Files): Files {
  return { 'school.config.ts': config({}, { framework }), 'public/index.html': null, ...files }
}

/** A project whose framework has a configuration that this version resolves to. */
function resolved(configuration: object, files: Files = {}): Files {
  return app('vite', {
    'node_modules/vite/package.json': '{ "type": "module", "exports": "./index.js" }',
    'node_modules/vite/index.js': `export const resolveConfig = ({ root }) => ({ root, base: '/', ...${JSON.stringify(configuration)} })`,
    ...files,
  })
}

const router = (ssr: boolean) => ({
  __reactRouterPluginContext: {
    reactRouterConfig: {
      ssr,
      appDirectory: '/app',
      routes: {
        root: { file: 'root.tsx' },
        a: { parentId: 'root', path: 'functions/v1/conversion-capi', file: 'a.ts' },
      },
    },
  },
})

/** With expressions that no parser of HTML knows. */
const FORM =
  "<form onSubmit={async (event) => { await send(event) }}><Input value={a > b ? 'x' : ''} type={'email'} /><Textarea name=\"text\" /><button>Ask</button></form>"
const READY = '<script src="/tracker.full.js" data-name="nord" defer'
const FBQ = '<script>fbq("init", "1234567890")</script>'

it('finds nothing in a valid project', async () => {
  expect(await check({})).toEqual([])
})

it('reports the form of a PHP script once', async () => {
  const found = await check(body('<form method="post" action="mail.php"></form>'))
  expect(found.map(({ code }) => code)).toEqual(['form-php'])
})

it('expects no thank-you page in the description', async () => {
  const page = PAGE.replaceAll('Nord', 'Danke')
  expect(await check({ 'public/danke.html': page })).toEqual([])
  expect(await check({ 'public/abc.html': page })).toMatchObject([{ code: 'content-pages' }])
})

it('finds no error in the example school', async () => {
  const dir = fileURLToPath(new URL('../../../../../examples/school-site', import.meta.url))
  const findings = await checkSite({ dir, env: ENV, now: () => NOW })
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
})

it('finds a program that only the JSON-LD of a page names, unless it is private', async () => {
  const programs = { '@graph': [{ '@type': 'Course', name: 'Reading with dyslexia' }] }
  const linked = `<script type="application/ld+json">${JSON.stringify(programs)}</script>`
  const options = { 'school.config.ts': config({}, { tracker: { program: true } }) }
  expect(await check({ ...head(linked), ...options })).toMatchObject([
    { code: 'personal-data-program', file: 'public/index.html', line: 8 },
  ])
  const secret = `${linked}<meta name="program" content="private" />`
  expect(await check({ ...head(secret), ...options })).toEqual([])
})

it('needs no tracker in a page that redirects or that another page shows', async () => {
  const files = {
    ...body('<iframe src="/frame.html" title="Dates"></iframe>'),
    'public/frame.html': '<!doctype html><title>Dates</title><p>Monday</p>',
    'public/old.html': '<!doctype html><script>location.replace("/")</script>',
  }
  const codes = (await check(files)).map(({ code }) => code)
  expect(codes).not.toContain('tracker-missing')
})

/** One mistake for each finding, and the line it is on. */
const MISTAKES: Record<
  // Links are tested where they are read.
  Exclude<keyof typeof CHECK_RULES, 'file-link'> | 'env-pixel-id',
  [files: Files, line?: number]
> = {
  'tracker-missing': [tracker('')],
  'emulator-pixel': [head('<script src="/emulator/en_US/fbevents.js"></script>'), 8],
  'tracker-debug': [{ 'public/app.js': '//\nload("/tracker.debug.js")' }, 2],
  'tracker-twice': [head('<script src="nord.js" defer></script>'), 8],
  'tracker-url': [tracker('<script src="/js/nord.js" defer></script>'), 7],
  'tracker-module': [tracker(`${READY} type="module"></script>`), 7],
  'tracker-attribute': [tracker(`${READY} data-endpiont="/x"></script>`), 7],
  'tracker-full': [tracker(READY.replace('.full', '') + ' data-national-phone="48"></script>'), 7],
  'track-too-early': [head('<script>\nnord.track("Lead")</script>'), 9],
  'event-name': [code('window.nord?.track("lead")'), 11],
  'purchase-value': [code('nord.track("Purchase", { value: "20 zł", currency: "PLN" })'), 11],
  'purchase-currency': [code('nord.track("Purchase", { value: "20" })'), 11],
  'value-negative': [code('nord.track("Purchase", { value: -20, currency: "PLN" })'), 11],
  'currency-code': [code('nord.track("Lead", { currency: "ZLOTY" })'), 11],
  'personal-data-program': [
    {
      'school.config.ts': config(
        { programs: [{ name: 'Reading with dyslexia' }, { name: 'Autism', private: true }] },
        { tracker: { program: true } },
      ),
    },
  ],
  'personal-data-unhashed': [code('nord.track("Lead", { email: form.email.value })'), 11],
  'phone-national': [
    body('<input type="tel">\n<script type="module">nord.track("Lead", {}, data)</script>'),
    11,
  ],
  'form-url': [
    body('\n<form action="/api/ask"><p><input type="email" name="email"></p></form>'),
    12,
  ],
  'form-url-file': [body('\n<form><p><input type="email" name="email"></p></form>'), 12],
  'form-post': [body('<form method="post" action="index.html"></form>'), 11],
  'form-php': [body('<form method="post" action="mail.php"></form>'), 11],
  'form-student': [
    body(
      '<form data-track="Lead">\n<input name="pupil_email" autocomplete="email"><input type="tel"><button>',
    ),
    12,
  ],
  'form-part': [{ 'public/parts/ask.html': '\n<form\n data-track="Lead"></form>' }, 2],
  'form-sample': [body('\n<form data-sample data-track="Lead" method="dialog"></form>'), 12],
  'tracker-framed': [
    { ...body('<iframe src="/form.html"></iframe>'), 'public/form.html': PAGE },
    7,
  ],
  'tracker-redirect': [head('<meta http-equiv="refresh" content="0; url=/trial.html">'), 7],
  'consent-ignored': [head('<script src="https://consent.cookiebot.com/uc.js"></script>'), 8],
  'consent-not-connected': [
    { ...head('<script src="klaro.js" defer></script>'), ...options({ consent: 'wait' }) },
    8,
  ],
  'consent-unconnected': [
    {
      ...head('<script src="//www.googletagmanager.com/gtm.js"></script>'),
      ...options({ consent: 'wait' }),
    },
    7,
  ],
  'consent-not-awaited': [
    head('<script src="//app.termly.io/a"></script><script>f = () => nord.consent(true)</script>'),
    8,
  ],
  'script-syntax': [code('\n\nnord.track('), 13],
  'data-track-off': [tracker(`${READY}></script><link data-track="Lead">`), 7],
  'data-track-on': [body(`<form data-track="Lead" data-track-on="click"></form>`), 11],
  'data-track-data': [body(`<button data-track="Lead" data-track-data="{value:1}"></button>`), 11],
  'page-view-twice': [head(`${FBQ}\n<script>fbq("track", "PageView")</script>`), 9],
  'pixel-event-twice': [code('\n f = () => { nord.track("Lead")\n fbq("track", "Lead", {}) }'), 13],
  'pixel-event-only': [head(`${FBQ}\n<script>f = () => fbq("track", "Lead", {})</script>`), 9],
  'pixel-lead-visit': [
    { ...head(`${FBQ}\n<script>fbq("track", "Lead", {})</script>`), 'public/form.html': TRACKED },
    9,
  ],
  'pixel-init-twice': [head(`${FBQ}\n${FBQ}`), 9],
  'pixel-id': [head('<script>fbq("init", "55")</script>'), 8],
  'pixel-missing': [{ ...head(FBQ), 'public/trial.html': PAGE }],
  'pixel-setting': [tracker(`${READY} data-limited-data-use="0:0"></script>`), 7],
  'pixel-plugin': [head('<script>var pysOptions = {}</script>'), 8],
  'one-click': [head(`<script>fbq('optinMetaEnabledCapi', '1234567890')</script>`), 8],
  'lead-elsewhere': [
    head('</head><iframe src="https://docs.google.com/forms/d/e/1/viewform"></iframe>'),
    8,
  ],
  'lead-widget': [
    {
      ...head('</head><iframe src="https://tally.so/embed/a"></iframe>'),
      ...options({ platform: 'webflow' }),
    },
    8,
  ],
  'app-plugin': [app('next', { 'next.config.ts': '// conversion-capi/next\nexport default {}' })],
  'app-script': [
    app('astro', { 'src/layouts/Page.astro': '<html lang="en"><head></head></html>' }),
  ],
  'app-endpoint': [resolved({}, { 'server.ts': null })],
  'function-missing': [{ 'server.ts': null }],
  'function-idle': [{ 'server.ts': '' }],
  'function-route': [
    {
      'school.config.ts': config({}, { host: 'vercel' }),
      'api/conversion-capi.ts': 'export default createFunction()',
      'vercel.json': '{}',
    },
  ],
  'tracker-type': [tracker('<script src="/nord.js" type="text/plain"></script>'), 7],
  'app-static': [resolved(router(false))],
  'configuration-unread': [app('astro', {})],
  'endpoint-slash': [
    {
      'school.config.ts': config({}, { host: 'vercel' }),
      'vercel.json': '{\n  "trailingSlash": true\n}',
    },
    2,
  ],
  'endpoint-unread': [app('other', {})],
  'app-form': [app('other', { 'src/Ask.tsx': `export const Ask = () => (\n  ${FORM}\n)` }), 2],
  'app-pixel': [app('vite', { 'src/pixel.ts': `//\nfbq('init', '1')` }), 2],
  'framework-pages': [{ 'school.config.ts': config({}, { framework: 'astro' }) }],
  'tag-manager': [
    head('<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>'),
    8,
  ],
  'form-untracked': [head('</head><form><input type="email"><input type="password"></form>'), 8],
  'host-rule': [
    {
      'school.config.ts': config({}, { host: 'vercel' }),
      'vercel.json': '{"rewrites":[{"source":"/(.*)","destination":"/index.html"}]}',
    },
    1,
  ],
  'host-settings': [{ 'vercel.json': '{' }],
  'file-generated': [{ 'public/auth.md': '# Nord' }],
  'file-of-server': [{ 'public/server.js': 'const fs = require("fs")', 'public/a.js': '' }],
  'file-encoding': [{ 'public/nord.css': Buffer.from([0xff]) }],
  'page-encoding': [{ 'public/index.html': `${PAGE}\0` }],
  'page-bytes': [
    { 'public/index.html': Buffer.from(`${PAGE}<!--${'x'.repeat(200)}-->\xff`, 'latin1') },
  ],
  'page-charset': [{ 'public/index.html': `<meta charset="windows-1251">${PAGE}Ш` }],
  'page-too-deep': [{ 'public/deep.html': '<!doctype html>' + '<div>'.repeat(20_000) }],
  'markdown-empty': [
    { 'public/index.html': PAGE.replace(/<main>.*<\/main>/, '<iframe src="a.html"></iframe>') },
  ],
  'no-pages': [{ 'public/index.html': null, 'public/nord.css': 'a {}' }],
  'env-pixel-id': [{ 'school.config.ts': config({}, { pixelId: '55' }) }],
  'env-limited-data-use': [{ '.env': 'META_LIMITED_DATA_USE=1:1000', 'public/consent.js': null }],
  'env-origin': [{ '.env': 'META_ALLOWED_ORIGINS=https://www.nord.example,*.nord.example' }],
  'env-not-ignored': [{ '.env': '', '.git/HEAD': '' }],
  'secret-published': [{ 'public/site.js': `//\n//\nconst key = "${TOKEN}"` }, 3],
}

it('finds nothing to correct in an app that loads the tracker', async () => {
  const findings = await check({
    ...app('astro', {
      'astro.config.mjs': "import { conversionCapiAstro } from 'conversion-capi/vite'",
      'src/layouts/Page.astro': '<head><script is:inline src="/nord.js" async></script></head>',
      'src/pages/ask.astro': FORM.replace('<form', '<form data-track="Lead"'),
      'src/Ask.vue': `<template>${FORM.replace('<form', '<form data-track="Lead"')}</template>`,
      'src/pages/admin/pupil.astro': FORM,
      'src/sign-in.tsx': FORM,
      'node_modules/a/ask.tsx': FORM,
    }),
  })
  expect(findings.map(({ code }) => code).filter((code) => !code?.startsWith('content-'))).toEqual([
    'framework-pages',
    'configuration-unread',
  ])
})

it('finds the endpoint in the routes of an app, or in the function of its host', async () => {
  const findCodes = async (files: Files) => (await check(files)).map(({ code }) => code)
  expect(await findCodes(resolved(router(true)))).not.toContain('app-endpoint')
  const host = { 'server.ts': '' }
  expect(await findCodes(resolved({}, host))).not.toContain('app-endpoint')
})

it.each([
  ['<Banner onAccept={() => save(true)} />', ['consent-unconnected']],
  ['window.nord.consent?.(true)', []],
])(
  'finds whether an app passes the decision that its tracker waits for: %s',
  async (code, codes) => {
    const findings = await check({
      ...app('other', { 'src/Banner.tsx': code }),
      'school.config.ts': config({}, { framework: 'other', tracker: { consent: 'wait' } }),
    })
    const found = findings.flatMap((each) => (each.code?.startsWith('consent-') ? each.code : []))
    expect(found).toEqual(codes)
  },
)

it.each([
  ['src="/nord.js"', 'app-script'],
  ['src="/campus/nord.js"', undefined],
  ['src={`${BASE}nord.js`}', undefined],
])('knows whether %s loads the tracker below a base path', async (src, code) => {
  const findings = await check({
    ...resolved({ ...router(true), base: '/campus/' }),
    'school.config.ts': config({}, { framework: 'react-router' }),
    'app/root.tsx': `<head><script ${src} /></head>`,
  })
  expect(findings.find((each) => each.code === 'app-script')?.code).toBe(code)
})

describe.each(Object.entries(MISTAKES))('%s', (expected, [files, line]) => {
  it('is reported once, with its line', async () => {
    const findings = (await check(files)).filter(({ code }) => code === expected)
    expect(findings).toHaveLength(1)
    expect(findings[0]!.line).toBe(line)
    expect(JSON.stringify(findings)).not.toContain(TOKEN)
  })
})

/** The code of the WooCommerce plugin, shortened to what its own tests look for. */
const WOO = (capig: boolean) =>
  `<script>FacebookSignals.init({ capig: ${capig} });
  class S { i() { if (this._config.capig === true) { fbq('optinMetaEnabledCapi', this._pixelId) } } }</script>`

it.each<[string, string, string | undefined]>([
  ['the call', `<script>fbq("optinMetaEnabledCapi", "1")</script>`, 'Remove the call'],
  [
    'the call of the GTM template',
    `<script>fbq('set', 'optinMetaEnabledCapi', '1')</script>`,
    'Remove',
  ],
  ['the WooCommerce plugin', WOO(true), 'Turn it off in the plugin'],
  ['the WooCommerce plugin, turned off', WOO(false), undefined],
  [
    'the WordPress plugin',
    `<script>fbq('optinMetaEnabledCapi', '1'); fbq('set', 'agent', 'wordpress-7.0-5.1.0', '1')</script>`,
    'Turn it off in the plugin',
  ],
  ['a text about it', `<template>fbq('optinMetaEnabledCapi', '1')</template>`, undefined],
])("recognizes Meta's one click by %s", async (_, html, fix) => {
  const found = (await check(head(html))).find(({ code }) => code === 'one-click')
  expect(found?.fix?.startsWith(fix!) || found).toBe(fix === undefined ? undefined : true)
})

it('says nothing of the content of a page that it cannot read', async () => {
  const page = Buffer.from(`<meta charset="utf-8">${PAGE.replace(/<script.*/, '')}\0`)
  const findings = await check({ 'public/old.html': page })
  // The second one: school.config.ts does not list the page.
  expect(findings.map(({ code }) => code)).toEqual(['page-encoding', 'content-pages'])
})

it.each([
  ['a call in an event handler', body(`<a onclick="nord.track('Lead')">Try</a>`)],
  ['a call in a listener', head('<script>onload = () => { nord.track("Lead") }</script>')],
  [
    'calls that an array collects',
    head('<script>window.nord ??= []; nord.push((nord) => nord.track("Lead"))</script>'),
  ],
  ['values known only in the browser', code('nord.track(name, data, person)')],
  ['a Purchase with a spread', code('nord.track("Purchase", { ...product })')],
  [
    'a Purchase with variables',
    code('const currency = "PLN"\nnord.track("Purchase", { value: price, currency })'),
  ],
  ['hashed personal data', code('nord.track("Lead", {}, { em: digest, externalId: "7" })')],
  ['a phone number with a country code', code('nord.track("Lead", {}, { ph: "+48 601 234 567" })')],
  ['keys of the school', code('nord.track("Lead", { level: 3, teacher: "Ewa" })')],
  ['other analytics libraries', code('mixpanel.track("Signed up")')],
  ['the pixel without page views', head(FBQ)],
  ['an event with an id', head(`${FBQ}<script>fbq("track", "Lead", {}, { eventID: id })</script>`)],
  [
    'an event of one pixel with an id',
    head(`<script>fbq("trackSingle", "1", "Lead", {}, { eventID: id })</script>`),
  ],
  [
    'a form that is posted to a function',
    body('<form method="POST" action="/api/ask"><input type="email" name="email"></form>'),
  ],
  [
    'a form that a script submits',
    body('<form method="post"></form><script>onsubmit = (e) => e.preventDefault()</script>'),
  ],
  [
    'a form with GET that a script submits',
    body(
      '<form><input type="email" name="email"></form><script>addEventListener("submit", (e) => e.preventDefault())</script>',
    ),
  ],
  ['a form of Netlify', body('<form method="post" data-netlify="true"></form>')],
  ['an own page for unknown paths', { 'public/404.html': '<title>Gone</title><h1>Gone</h1>' }],
  [
    'a field whose pattern requires the country code after white space',
    body(String.raw`<form data-track="Lead"><input type="tel" pattern="\s*\+[\d ]{7,}"></form>`),
  ],
  ['a form that stays', body('<form method="dialog"><input type="tel" name="p"></form>')],
  ['fields that are not submitted', body('<form><input type="email"></form>')],
  ['a field outside of a search form', body('<form></form><input type="email" name="email">')],
  ['data in JSON', { 'public/data.json': '{"a":1}' }],
  ['JSON-LD', head('<script type="application/ld+json">{"@type":"School"}</script>')],
  ['a verification file', { 'public/google1.html': 'google-site-verification: google1.html' }],
  [
    'the origin of the site',
    { '.env': 'META_ALLOWED_ORIGINS=https://nord.example', '.gitignore': '.env' },
  ],
  [
    'a pattern for the origin',
    {
      'school.config.ts': config({ url: 'https://www.nord.example' }),
      '.env': 'META_ALLOWED_ORIGINS=*.nord.example',
      '.gitignore': '.env',
    },
  ],
  ['a function with a queue', { 'server.ts': 'await serve({ keep: queue.send })' }],
  ['a function with a queue in a file', { 'server.ts': "await serve({ queue: 'a.sqlite' })" }],
  ['a variable with a queue', { 'server.ts': 'await serve()', '.env': 'META_QUEUE_FILE=a.sqlite' }],
  [
    'a function whose other file has the queue',
    {
      'school.config.ts': config({}, { host: 'vercel' }),
      'api/conversion-capi.ts': 'export default createFunction(options)',
      'api/lib/options.ts': 'export const options = { keep: send }',
    },
  ],
  [
    'a library that can send an event to the pixel',
    {
      ...head('<script src="/lib.min.js"></script>'),
      'public/lib.min.js': 'function send() { fbq("track", "Lead") }',
    },
  ],
  [
    'a part of a page',
    { 'public/parts/footer.html': '<footer>Nord<meta itemprop="a" content="b"></footer>' },
  ],
  [
    'an image that contains the start of a token',
    { 'public/nord.css': `a { background: url(data:image/png;base64,AA+EAA${'a'.repeat(40)}) }` },
  ],
  ['an ignored .env', { '.env': '', '.gitignore': 'node_modules\n.env\n', '.git/HEAD': '' }],
] as [string, Files][])('accepts %s', async (_, files) => {
  const codes = (await check(files)).map(({ code }) => code!)
  expect(codes.filter((code) => !/^(?:content-|form-untracked$)/.test(code))).toEqual([])
})

describe('calls before the tracker has loaded', () => {
  const DEFER = '<script src="/nord.js" defer></script>'
  const SITE_JS = { 'public/site.js': 'nord.track("Lead")' }
  const CALL = '<script>nord.track("Lead")</script>'
  const MODULE = '<script type="module">nord.track("Lead")</script>'

  it.each([
    ['an inline script after a deferred tracker', DEFER + CALL],
    ['an inline script before the tracker', `${CALL}<script src="/nord.js"></script>`],
    ['a module before the tracker', MODULE + DEFER],
    ['a deferred file before the tracker', `<script src="/site.js" defer></script>${DEFER}`],
    ['a file after a deferred tracker', `${DEFER}<script src="/site.js"></script>`],
    ['a module after an async tracker', `<script src="/nord.js" async></script>${MODULE}`],
  ])('are reported: %s', async (_, html) => {
    const findings = await check({ ...SITE_JS, ...tracker(html) })
    expect(findings.map((each) => each.code)).toEqual(['track-too-early'])
  })

  it.each([
    ['an inline script after the tracker', `<script src="/nord.js"></script>${CALL}`],
    ['a module before a tracker that does not wait', `${MODULE}<script src="/nord.js"></script>`],
    ['a module after the tracker', DEFER + MODULE],
    ['a deferred file after the tracker', `${DEFER}<script src="/site.js" defer></script>`],
    ['a file that loads at any time', `<script src="/site.js" async></script>${DEFER}`],
  ])('are not %s', async (_, html) => {
    expect(await check({ ...SITE_JS, ...tracker(html) })).toEqual([])
  })
})

it.each([
  ['fbq("trackSingle", "1234567890", "PageView")', 'page-view-twice'],
  ['nord.track("PageView")', 'page-view-twice'],
  ['fbq("trackSingle", "1234567890", "Lead")', 'pixel-event-only'],
  ['onload = () => fbq("track", "Lead", {}, {})', 'pixel-event-only'],
  ['onload = () => { fbq("track", "Lead"); nord.track("Lead") }', 'pixel-event-twice'],
  [
    'onload = () => { fbq("track", "CompleteRegistration"); nord.track("Lead") }',
    'pixel-event-only',
  ],
])('reports %s as %s', async (text, expected) => {
  expect((await check(code(text))).map((each) => each.code)).toEqual([expected])
})

it.each([
  ['<script>nord.track("Lead")</script>', true],
  ['<script>addEventListener("load", () => nord.track("Lead"))</script>', true],
  ['<script>addEventListener("click", () => nord.track("Lead"))</script>', false],
  [`<a onclick="nord.track('Lead')">Enroll</a>`, false],
])(
  'reports %s on a thank-you page, if the form before it is tracked: %s',
  async (html, isFound) => {
    const page = tracker(`<script src="/nord.js"></script>${html}`)
    const findings = await check({ ...page, 'public/form.html': TRACKED })
    expect(findings.some(({ code }) => code === 'pixel-lead-visit')).toBe(isFound)
  },
)

describe('limited data use', () => {
  const limited = (state: number) => options({ pixel: { limitedDataUse: { country: 1, state } } })
  const env = { ...ENV, META_LIMITED_DATA_USE: '1:1000' }

  it.each<[string, Files, Record<string, string>, number]>([
    ['both copies', limited(1000), env, 0],
    ["only the server's copy", { 'public/consent.js': null }, env, 1],
    ["only the pixel's copy", limited(1000), ENV, 1],
    ['another state', limited(1001), env, 1],
    ['a pixel that the page loads', head(FBQ), env, 0],
    ['neither copy', { 'public/consent.js': null }, ENV, 0],
  ])('of %s', async (_, files, variables, count) => {
    const findings = await check(files, variables)
    expect(findings.filter(({ code }) => code === 'env-limited-data-use')).toHaveLength(count)
  })
})

describe('settings of the pixel', () => {
  const isSetting = ({ code }: { code?: string }) => code === 'pixel-setting'
  const configured = (pixel: object) => options({ pixel })

  it.each([
    [{ advancedMatching: true }, 'advancedMatching'],
    [{ limitedDataUse: { country: 0, state: 0 } }, 'limitedDataUse'],
    [{ autoConfig: false }, 'autoConfig'],
  ])('have no effect if the page loads the pixel itself: %j', async (pixel, setting) => {
    const findings = await check({ ...head(FBQ), ...configured(pixel) })
    expect(findings.filter(isSetting)).toMatchObject([
      { line: 8, message: expect.stringContaining(`so ${setting} has no effect`) },
    ])
  })

  it('have an effect on a pixel that the tracker loads', async () => {
    const pixel = { advancedMatching: true, autoConfig: false }
    expect(await check(configured(pixel))).toEqual([])
    const attributes = 'data-advanced-matching data-auto-config="false"'
    const page = tracker(`${READY} data-pixel="1234567890" ${attributes}></script>`)
    expect((await check(page)).filter(isSetting)).toEqual([])
  })

  it('have no effect as attributes if the page loads the pixel itself', async () => {
    const page = tracker(
      `${FBQ}${READY} data-pixel="1234567890" data-auto-config="false"></script>`,
    )
    expect((await check(page)).filter(isSetting)).toHaveLength(1)
  })
})

describe('suggestions', () => {
  it.each([
    [code('nord.track("Led")'), 'Write "Lead".'],
    [code('nord.track("ShowContent")'), 'Write "ViewContent".'],
    [tracker(`${READY} data-consnt="wait"></script>`), 'Write "data-consent".'],
    [code('nord.track("zzz")'), 'Write one of PageView, ViewContent,'],
  ])('are in the finding %#', async (files, fix) => {
    const findings = await check(files)
    expect(findings.map((each) => each.fix).join(' ')).toContain(fix)
  })
})

it.each([
  code('nord.track("anna@nord.example")'),
  code('nord.track("Lead", { "anna@nord.example": "anna@nord.example" })'),
  code('nord.track("Lead", { currency: "anna@nord.example" })'),
  head('<script>fbq("init", "anna@nord.example")</script>'),
  body('<button data-track="anna@nord.example"></button>'),
])('never repeats personal data %#', async (files) => {
  const findings = await check(files)
  expect(findings.length).toBeGreaterThan(0)
  expect(JSON.stringify(findings)).not.toContain('anna')
})

it('includes the .env of the project', async () => {
  const text = Object.entries(ENV)
    .map((entry) => entry.join('='))
    .join('\n')
  expect(await check({ '.env': text }, {})).toEqual([])
})

it('checks all else in a draft without a URL and a pixel ID', async () => {
  const draft = config({ url: 'https://school.invalid' }, { pixelId: undefined })
  const env = { ...ENV, META_ALLOWED_ORIGINS: 'https://nord.example' }
  const files = { 'school.config.ts': draft, ...head(`${FBQ}<script>nord.track("Led")</script>`) }
  expect((await check(files, env)).map(({ code, message }) => code ?? message)).toEqual([
    'url is not known yet. Write the https origin of the site.',
    expect.stringMatching(/^site\.pixelId is missing\./),
    'event-name',
    'track-too-early',
  ])
})

const NOWHERE = { address: undefined }

it.each([
  [{ address: { city: 'Utrecht', country: 'NL' } }, '', '"31" } (with'],
  [{ address: { city: 'Almaty', country: 'KZ' } }, '', '"7" } (with'],
  [{ ...NOWHERE, language: 'es' }, '<a href="tel:+51 1 234 5678">Lima</a>', '"51" } (with'],
  [{ ...NOWHERE, language: 'es' }, '', '"…" } (with'],
  [{ ...NOWHERE, language: 'es-MX' }, '', '"52" } (with'],
  [{ ...NOWHERE, language: 'th' }, '', '"66" } (with'],
  [
    { address: { city: 'Lima', country: 'PE' } },
    '+34 600 100 200, +34 600 100 201, +12345678901',
    '"34" } (the site also has +51; with',
  ],
])('suggests the calling code of the numbers, the country or the language: %j', async (...row) => {
  const [school, text, expected] = row
  const [page] = MISTAKES['phone-national']
  const html = String(page['public/index.html']).replace('</main>', `${text}</main>`)
  const files = { ...page, 'public/index.html': html, 'school.config.ts': config(school) }
  const found = (await check(files)).find((each) => each.code === 'phone-national')
  expect(found?.fix).toContain(`{ countryCode: ${expected}`)
})
