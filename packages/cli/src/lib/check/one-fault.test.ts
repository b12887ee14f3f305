import { expect, it } from 'vitest'

import { type Host, HOST_RECORDS, HOSTS } from '../hosts/hosts.ts'
import { config, type Files, PAGE, writeProject } from '../project/write-project.fixture.ts'
import { checkSite } from './check-site.ts'

type Row = [fault: string, host: Host, change: Files, code?: string]

const ENV = {
  META_PIXEL_ID: '1234567890',
  META_ACCESS_TOKEN: 'secret-token-value-1234',
  META_GRAPH_VERSION: 'v25.0',
}
const SCRIPT = '<script src="/nord.js" defer></script>'
const CALL = /(?:Deno\.)?serve\([\s\S]*\)/

/** What `init` writes for a host. */
function rightProject(host: Host): Files {
  const { template, settings } = HOST_RECORDS[host]
  const { files, settings: text } = template({ name: 'nord', url: 'https://nord.example' })
  return {
    'server.ts': null,
    'school.config.ts': config({}, { host }),
    ...files,
    ...(settings && text && { [settings]: text }),
  }
}

function replace(host: Host, file: string, from: string | RegExp, to: string): Files {
  const { [file]: content } = rightProject(host)
  const changed = String(content).replace(from, () => to)
  expect(changed).not.toBe(content)
  return { [file]: changed }
}

/** The file with the function, which the first path of the record is or contains. */
function functionOf(host: Host): string {
  const [path = ''] = HOST_RECORDS[host].copied
  return Object.keys(rightProject(host)).find((file) => file.startsWith(path))!
}

/** The same faults on each host. */
const FUNCTIONS: Row[] = HOSTS.flatMap((host): Row[] => {
  const file = functionOf(host)
  const text = String(rightProject(host)[file])
  return [
    ['no fault', host, {}],
    ['no function', host, { [file]: null }, 'function-missing'],
    ['an empty function', host, { [file]: '' }, 'function-idle'],
    ['a commented-out function', host, { [file]: `/*\n${text}*/\n// TODO` }, 'function-idle'],
    ['a function that is not exported', host, unexported(host), 'function-idle'],
    ['only imports', host, replace(host, file, /\n\n(?!import)[\s\S]*/, '\n'), 'function-idle'],
    [
      'a function in another folder',
      host,
      { [file]: null, [`lib/${file}`]: text },
      'function-missing',
    ],
    [
      'an endpoint elsewhere',
      host,
      {
        [file]: null,
        'school.config.ts': config({ endpoint: 'https://api.example/events' }, { host }),
      },
    ],
  ]
})

function unexported(host: Host): Files {
  const file = functionOf(host)
  const text = String(rightProject(host)[file])
  return /^export default/m.test(text)
    ? { [file]: text.replace('export default', 'const handle =') }
    : { [file]: text.replace(CALL, '0') }
}

const VERCEL = 'api/conversion-capi.ts'
const NETLIFY = 'netlify/functions/conversion-capi.ts'
const IMPORT = "import { createFunction } from '@conversion-capi/vercel'\n"

/** What makes the pages, and loads the tracker. */
const GENERATOR: Files = {
  'hugo.toml': '',
  'layouts/baseof.html': SCRIPT,
  'school.config.ts': config({}, { host: 'vercel', framework: 'other' }),
}

const FILES: Row[] = [
  ['the function not called', 'vercel', replace('vercel', VERCEL, 'n()', 'n'), 'function-idle'],
  [
    'the function not called',
    'cloudflare',
    replace('cloudflare', 'worker.ts', 'r()', 'r'),
    'function-idle',
  ],
  [
    'the adapter of Netlify',
    'vercel',
    replace('vercel', VERCEL, '/vercel', '/netlify'),
    'function-idle',
  ],
  [
    'the adapter of Vercel',
    'netlify',
    replace('netlify', NETLIFY, '/netlify', '/vercel'),
    'function-idle',
  ],
  [
    'another function only',
    'vercel',
    { [VERCEL]: null, 'api/ask.ts': 'export default ask' },
    'function-missing',
  ],
  [
    'only its configuration exported',
    'netlify',
    replace('netlify', NETLIFY, 'export default ', ''),
    'function-idle',
  ],
  ['no rewrite', 'vercel', { 'vercel.json': '{ "outputDirectory": "public" }' }, 'function-route'],
  [
    'no path',
    'netlify',
    replace('netlify', NETLIFY, /export const config.*/, ''),
    'function-route',
  ],
  [
    'no main',
    'cloudflare',
    replace('cloudflare', 'wrangler.jsonc', /.*"main".*\n/, ''),
    'function-route',
  ],
  [
    'a token needed',
    'supabase',
    replace('supabase', 'supabase/config.toml', /.*verify_jwt.*/, ''),
    'function-route',
  ],
  [
    'a token needed, but not for another function',
    'supabase',
    replace('supabase', 'supabase/config.toml', '[functions.conversion-capi]', '[functions.ask]'),
    'function-route',
  ],
  [
    'another name',
    'supabase',
    {
      'supabase/functions/conversion-capi/index.ts': null,
      'supabase/functions/ask/index.ts': 'Deno.serve(ask)',
    },
    'function-missing',
  ],
  ['no function of a generator', 'vercel', { ...GENERATOR, [VERCEL]: null }, 'function-missing'],
  ['no rewrite of a generator', 'vercel', { ...GENERATOR, 'vercel.json': '{}' }, 'function-route'],
  // Right.
  [
    'JavaScript',
    'vercel',
    { [VERCEL]: null, 'api/conversion-capi.js': `${IMPORT}export default createFunction()` },
  ],
  ['a named export', 'vercel', { [VERCEL]: `${IMPORT}export const POST = createFunction()` }],
  [
    'an exported list',
    'vercel',
    {
      [VERCEL]: `${IMPORT}const handle = createFunction()\nexport { handle as POST, handle as OPTIONS }`,
    },
  ],
  [
    'a function of another module',
    'vercel',
    { [VERCEL]: "export { default } from '../lib/conversion.ts'" },
  ],
  [
    'another function beside it',
    'vercel',
    { 'api/ask.ts': 'export default (request) => ask(request)' },
  ],
  [
    'a folder',
    'netlify',
    {
      [NETLIFY]: null,
      'netlify/functions/conversion-capi/index.ts': String(rightProject('netlify')[NETLIFY]),
    },
  ],
  [
    'the path in _redirects',
    'netlify',
    {
      ...replace('netlify', NETLIFY, /export const config.*/, ''),
      'public/_redirects':
        '/functions/v1/conversion-capi /.netlify/functions/conversion-capi 200\n',
    },
  ],
  ['a server in another module', 'node', { 'server.ts': "import './app.ts'\n" }],
  [
    'wrangler.toml',
    'cloudflare',
    { 'wrangler.jsonc': null, 'wrangler.toml': 'main = "worker.ts"' },
  ],
]

const BANNER = '<script src="https://consent.cookiebot.com/uc.js"></script>'
const OWN_BANNER =
  '<script>document.querySelectorAll(\'script[type="text/plain"]\').forEach(start)</script>'
const typed = (attributes: string) => SCRIPT.replace(' defer', ` defer ${attributes}`)

/** What replaces the tracker in the page. */
const SCRIPTS: [fault: string, html: string, code?: string][] = [
  ['text/plain', typed('type="text/plain"'), 'tracker-type'],
  ['a template', typed('type="text/template"'), 'tracker-type'],
  ['JSON', typed('type="application/json"'), 'tracker-type'],
  ['a type with parameters', typed('type="text/javascript; charset=utf-8"'), 'tracker-type'],
  ['a misspelled type', typed('type="text/javscript"'), 'tracker-type'],
  ['nomodule', typed('nomodule'), 'tracker-type'],
  ['no tracker', '', 'tracker-missing'],
  ['a comment', `<!-- ${SCRIPT} -->`, 'tracker-missing'],
  ['<template>', `<template>${SCRIPT}</template>`, 'tracker-missing'],
  ['data-src', '<script data-src="/nord.js" defer></script>', 'tracker-missing'],
  ['a link', '<link rel="preload" as="script" href="/nord.js">', 'tracker-missing'],
  ['another origin', SCRIPT.replace('/nord', 'https://cdn.example/nord'), 'tracker-missing'],
  ['a misspelled name', SCRIPT.replace('nord', 'nrod'), 'tracker-url'],
  ['another folder', SCRIPT.replace('/nord', '/js/nord'), 'tracker-url'],
  ['two trackers', SCRIPT + SCRIPT, 'tracker-twice'],
  [
    'an unknown attribute',
    '<script src="/tracker.js" data-name="nord" data-consnt="wait" defer></script>',
    'tracker-attribute',
  ],
  [
    'a module',
    '<script src="/tracker.js" data-name="nord" type="module"></script>',
    'tracker-module',
  ],
  ['an early call', `<script>nord.track('Lead')</script>${SCRIPT}`, 'track-too-early'],
  ['an unknown event', `${SCRIPT}<script type="module">nord.track('Led')</script>`, 'event-name'],
  ['another pixel', `${SCRIPT}<script>fbq('init', '99')</script>`, 'pixel-id'],
  ['a second page view', `${SCRIPT}<script>fbq('track', 'PageView')</script>`, 'page-view-twice'],
  // Right.
  ['an empty type', typed('type=""')],
  ['an old type', typed('type="application/x-javascript"')],
  ['upper case', typed('type="Text/JavaScript"')],
  ['a platform that starts it', BANNER + typed('type="text/plain" data-cookieconsent="marketing"')],
  ['a script of the site that starts it', OWN_BANNER + typed('type="text/plain"')],
  ['async', SCRIPT.replace('defer', 'async')],
  ['a relative URL', SCRIPT.replace('/nord', 'nord')],
]

const PAGES = SCRIPTS.map(([fault, html, code]): Row => [
  `the tracker: ${fault}`,
  'node',
  { 'public/index.html': PAGE.replace(SCRIPT, () => html), 'public/tracker.js': '' },
  code!,
])

it.each([...FUNCTIONS, ...FILES, ...PAGES])('%s, on %s', async (_, host, change, code) => {
  const dir = await writeProject({ ...rightProject(host), ...change })
  const findings = await checkSite({ dir, env: ENV, now: () => Date.parse('2026-11-21') })
  const codes = findings.map((each) => each.code).filter((each) => each !== 'framework-pages')
  expect(codes).toEqual(code ? [code] : [])
})
