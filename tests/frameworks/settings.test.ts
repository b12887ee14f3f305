import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import {
  cleanEnvironment,
  run,
  type StartedProcess,
  startProcess,
} from '@conversion-capi/test-support'
import { checkSite } from 'conversion-capi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { FRAMEWORK_RECORDS } from '../../packages/cli/src/lib/framework/frameworks.ts'
import { runCommand } from '../commands/lib/run-command.ts'

const APPS = fileURLToPath(new URL('apps', import.meta.url))
const VARIABLES = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'emulator-access-token' }
const OWN = 'of the app itself'

/** The files that differ from the app's: their text, an edit of it, or `null` to delete them. */
type Files = Record<string, string | null | ((text: string) => string)>

interface Setting {
  app: string
  files: Files
  /** The path of the app, if it is not the root. */
  base?: string
  /** Whether each URL of a page needs a slash at the end. */
  hasSlash?: boolean
  /** Our files that the app serves itself. */
  own?: string[]
}

const route = (body: string) => `export const GET = () => new Response('${body}')\n`

const NAMES = ['robots.txt', 'sitemap.xml', 'llms.txt']

const each = (toPath: (name: string) => string, text: string): Files =>
  Object.fromEntries(NAMES.map((name) => [toPath(name), text]))

const replace =
  (from: string, to: string) =>
  (text: string): string => {
    if (!text.includes(from)) throw new Error(`The configuration does not contain ${from}.`)
    return text.replace(from, to)
  }

interface Framework {
  /** Moves the app below a base path, with slashes and another folder of static files where it has these settings. */
  moved: Files
  hasSlash?: boolean
  /** Where the app can have the files that it serves itself, as it is and moved. */
  places: Record<string, Files>
  movedPlaces: Record<string, Files>
  /** Other settings that move a URL. */
  others?: Record<string, Files>
}

/** For each framework, the settings that move a URL, and the places of the files. */
const FRAMEWORKS: Record<string, Framework> = {
  vite: {
    moved: {
      'vite.config.ts': replace('({', "({ base: '/campus/', publicDir: 'assets',"),
      'server.ts': replace('pathname.replace(', "pathname.replace('/campus', '').replace("),
    },
    places: { 'the public folder': each((name) => `public/${name}`, OWN) },
    movedPlaces: { 'a renamed public folder': each((name) => `assets/${name}`, OWN) },
    others: {
      'a folder for its sources': {
        'vite.config.ts': replace('({', "({ root: 'client', build: { outDir: '../dist' },"),
        'index.html': null,
        'client/index.html': '<!doctype html><title>Polaris</title>',
      },
      'a relative base': { 'vite.config.ts': replace('({', "({ base: './',") },
    },
  },
  next: {
    moved: {
      'next.config.ts': replace(
        'trailingSlash: true,',
        "trailingSlash: true, skipTrailingSlashRedirect: false, basePath: '/campus',",
      ),
    },
    hasSlash: true,
    places: { 'the public folder': each((name) => `public/${name}`, OWN) },
    movedPlaces: {
      routes: each((name) => `app/(files)/${name}/route.ts`, route(OWN)),
      'files of conventions': {
        'app/robots.ts': `export default () => ({ rules: { userAgent: '${OWN}' } })`,
        'app/sitemap.ts': `export default () => [{ url: 'https://school.example/${OWN}' }]`,
        'pages/llms.txt.js': `export const getServerSideProps = async ({ res }) => { res.end('${OWN}'); return { props: {} } }\nexport default () => null`,
      },
    },
    others: {
      'a language in each path': {
        'next.config.ts': (text) =>
          replace(
            'trailingSlash: true,',
            "i18n: { locales: ['en', 'pt'], defaultLocale: 'en' },",
          )(text).replace("createNextIntlPlugin('./i18n.ts')(config)", 'config'),
        'proxy.ts': null,
        'app/[locale]': null,
        'pages/index.tsx': 'export default () => null',
      },
    },
  },
  astro: {
    moved: {
      'src/pages/index.astro': replace('/polaris.js', '/campus/polaris.js'),
      'astro.config.ts': replace(
        'adapter:',
        "trailingSlash: 'always', base: '/campus', publicDir: 'assets', adapter:",
      ),
    },
    hasSlash: true,
    places: { 'the public folder': each((name) => `public/${name}`, OWN) },
    movedPlaces: {
      'a renamed public folder': each((name) => `assets/${name}`, OWN),
      'built routes': each((name) => `src/pages/${name}.ts`, route(OWN)),
      'routes on demand': each(
        (name) => `src/pages/${name}.ts`,
        `export const prerender = false\n${route(OWN)}`,
      ),
    },
    others: {
      'a language in each path': {
        'astro.config.ts': replace(
          'adapter:',
          "i18n: { locales: ['en', 'pt'], defaultLocale: 'en', routing: { prefixDefaultLocale: true } }, output: 'server', adapter:",
        ),
        'src/pages/en/index.html': '<script is:inline src="/polaris.js" async></script>',
      },
    },
  },
  sveltekit: {
    moved: {
      'vite.config.ts': replace(
        'adapter: adapter()',
        "adapter: adapter(), paths: { base: '/campus' }, files: { assets: 'assets' }",
      ),
    },
    places: { 'the static folder': each((name) => `static/${name}`, OWN) },
    movedPlaces: {
      'a renamed static folder': each((name) => `assets/${name}`, OWN),
      routes: each((name) => `src/routes/(files)/${name}/+server.js`, route(OWN)),
    },
  },
  'react-router': {
    moved: {
      'app/root.tsx': replace('/polaris.js', '/campus/polaris.js'),
      'vite.config.ts': replace('({', "({ base: '/campus/', publicDir: 'assets',"),
      'react-router.config.ts': "export default { basename: '/campus/' }",
    },
    places: { 'the public folder': each((name) => `public/${name}`, OWN) },
    movedPlaces: {
      'a renamed public folder': each((name) => `assets/${name}`, OWN),
      routes: {
        'app/routes.ts': replace(
          "route('paid'",
          `${NAMES.map((name) => `route('${name}', 'own.ts', { id: '${name}' }), `).join('')}route('paid'`,
        ),
        'app/own.ts': `export const loader = () => new Response('${OWN}')`,
      },
    },
  },
  nuxt: {
    moved: {
      'nuxt.config.ts': replace('app: {', "dir: { public: 'assets' }, app: { baseURL: '/campus',"),
    },
    places: { 'the public folder': each((name) => `public/${name}`, OWN) },
    movedPlaces: {
      'a renamed public folder': each((name) => `assets/${name}`, OWN),
      routes: each(
        (name) => `server/routes/${name}${name === 'llms.txt' ? '.get' : ''}.ts`,
        `export default defineEventHandler(() => '${OWN}')`,
      ),
    },
    others: {
      'a language in each path': {
        'nuxt.config.ts': replace(
          '()],',
          "(), '@nuxtjs/i18n'], i18n: { locales: ['en', 'pt'], defaultLocale: 'en', strategy: 'prefix' },",
        ),
      },
    },
  },
}

const SETTINGS: [title: string, setting: Setting][] = Object.entries(FRAMEWORKS).flatMap(
  ([app, { moved, hasSlash = false, places, movedPlaces, others = {} }]) => [
    ...Object.entries(places).map(([place, files]): [string, Setting] => [
      `${app} with own files in ${place}`,
      { app, files, own: NAMES },
    ]),
    ...Object.entries(movedPlaces).map(([place, files]): [string, Setting] => [
      `${app} below a base path, with own files in ${place}`,
      { app, files: { ...moved, ...files }, own: NAMES, base: '/campus', hasSlash },
    ]),
    ...Object.entries(others).map(([title, files]): [string, Setting] => [
      `${app} with ${title}`,
      { app, files },
    ]),
  ],
)

const COMMANDS: Record<string, { dev: string; build: string; start: string }> = {
  vite: {
    dev: 'vite --host 127.0.0.1 --port',
    build: 'vite build',
    start: 'node server.ts',
  },
  next: {
    dev: 'next dev --hostname 127.0.0.1 --port',
    build: 'next build',
    start: 'next start --hostname 127.0.0.1 --port',
  },
  astro: {
    dev: 'astro dev --host 127.0.0.1 --port',
    build: 'astro build',
    start: 'node dist/server/entry.mjs',
  },
  sveltekit: {
    dev: 'vite dev --host 127.0.0.1 --port',
    build: 'vite build',
    start: 'node build',
  },
  'react-router': {
    dev: 'react-router dev --host 127.0.0.1 --port',
    build: 'react-router build',
    start: 'react-router-serve build/server/index.js',
  },
  nuxt: {
    dev: 'nuxt dev --host 127.0.0.1 --port',
    build: 'nuxt build',
    start: 'node .output/server/index.mjs',
  },
}

describe.each(SETTINGS)('%s', (_, setting) => {
  const { app, files, base = '', hasSlash = false, own = [] } = setting
  const cwd = copyOf(app)

  beforeAll(() => copyApp(app, files))

  afterAll(() => rm(cwd, { recursive: true, force: true }))

  it.each(['dev', 'start'])('%s: each URL responds without a redirect', async (stage) => {
    const { dev, build, start } = COMMANDS[app]!
    const NODE_ENV = stage === 'dev' ? 'development' : 'production'
    // With TEST, Nuxt prints nothing.
    const env = { NODE_ENV, TEST: '' }
    const output =
      stage === 'dev' ? '' : await run(...toCommand(build), cwd, { ...cleanEnvironment(), ...env })
    const [command, args] = toCommand(stage === 'dev' ? dev : start)
    const isFlag = args.at(-1) === '--port'
    const site = await startProcess(command, (port) => (isFlag ? [...args, port] : args), {
      cwd,
      env: (PORT) => ({ ...VARIABLES, ...env, HOST: '127.0.0.1', PORT }),
      probe: `${base}/llms.txt`,
    })
    try {
      expect(await request(site, base, hasSlash)).toEqual(expected(own))
      // Below a base path, next-intl serves no home page on this hostname.
      if (app !== 'next') expect(await loadTracker(site.origin + base)).toContain(ROUTE)
      for (const file of own)
        expect(output + site.output()).toContain(`of the app serves /${file},`)
    } finally {
      await site.close()
    }
  })
})

const ROUTE = 'functions/v1/conversion-capi'

/** What makes each framework write files only, without the routes that need a server. */
const EXPORTS: Record<string, { files: Files; build: string }> = {
  next: {
    files: {
      'next.config.ts': (text) =>
        text
          .replace(
            'trailingSlash: true,',
            "trailingSlash: true, output: 'export', basePath: '/campus',",
          )
          .replace("createNextIntlPlugin('./i18n.ts')(config)", 'config'),
      'app/[locale]': null,
      'app/paid': null,
      'proxy.ts': null,
      'app/layout.tsx':
        'export default ({ children }: { children: unknown }) => <html><body>{children as never}</body></html>',
      'app/page.tsx': 'export default () => null',
    },
    // From the workspace's root.
    build: 'next build copy-of-next',
  },
  astro: {
    files: {
      'astro.config.ts': (text) => text.replace(/adapter: .*/, ''),
      'src/pages/paid.ts': null,
    },
    build: 'astro build',
  },
  sveltekit: {
    files: {
      'vite.config.ts': (text) => text.replace('adapter-node', 'adapter-static'),
      'src/routes/paid': null,
      'src/routes/+layout.js': 'export const prerender = true',
    },
    build: 'vite build',
  },
  'react-router': {
    files: {
      'react-router.config.ts': 'export default { ssr: false }',
      'app/routes.ts': (text) => text.replace("route('paid', 'paid.ts'),", ''),
    },
    build: 'react-router build',
  },
  nuxt: {
    files: {
      'package.json': replace('{', '{ "scripts": { "build": "nuxt generate" },'),
    },
    build: 'nuxt generate',
  },
}

it.each(Object.entries(EXPORTS))(
  '%s without a server: check stops, init writes the function of the host, the build has the files',
  async (framework, { files, build }) => {
    const cwd = copyOf(framework)
    const { files: routes, output } = FRAMEWORK_RECORDS[framework as 'next']
    const findCodes = async () => {
      const findings = await checkSite({ dir: cwd, env: VARIABLES })
      return findings.flatMap(({ code = '' }) => (/^(?:app|configuration)-/.test(code) ? code : []))
    }
    try {
      await copyApp(framework, files)
      expect(await findCodes()).toContain('app-static')
      for (const path of [...Object.keys(routes), 'school.config.ts']) await rm(join(cwd, path))
      if (framework === 'react-router') {
        const path = join(cwd, 'app/routes.ts')
        await writeFile(path, (await readFile(path, 'utf8')).replaceAll(/^ *\{ path: .*$/gm, ''))
      }
      expect(await runCommand(init(framework))).toMatchObject({ code: 0 })
      const vercel = await readFile(join(cwd, 'vercel.json'), 'utf8')
      expect(vercel).toContain('"destination": "/api/conversion-capi"')
      expect(vercel).not.toContain('outputDirectory')
      expect(existsSync(join(cwd, 'api/conversion-capi.ts'))).toBe(true)
      for (const path of Object.keys(routes)) expect(existsSync(join(cwd, path)), path).toBe(false)
      // The other apps load a tracker of another name.
      const isLoaded = framework === 'next'
      expect((await findCodes()).filter((code) => isLoaded || code !== 'app-script')).toEqual([])
      const env = { ...cleanEnvironment(), NODE_ENV: 'production' }
      await run(...toCommand(build), build.endsWith('copy-of-next') ? APPS : cwd, env)
      // Vercel applies the redirects of Next.js before it looks for the function.
      if (framework === 'next') {
        const page = await readFile(join(cwd, output, 'index.html'), 'utf8')
        expect(page).toContain('src="/campus/nord.js"')
        const manifest = await readFile(join(cwd, '.next/routes-manifest.json'), 'utf8')
        expect(manifest).not.toContain('/:notfile/')
      }
      // The function of the host is not below the base path.
      const ours = { ...FILES, 'llms.txt': '# Nord', 'nord.js': ROUTE }
      for (const [path, text] of Object.entries(ours)) {
        const written = await readFile(join(cwd, output, path), 'utf8')
        expect(written, path).toContain(text)
        expect(written).not.toContain(`campus/${ROUTE}`)
      }
    } finally {
      await rm(cwd, { recursive: true, force: true })
    }
  },
)

it('init writes a route that Next.js finds with its page extensions, and check misses another', async () => {
  const cwd = copyOf('next')
  const findCodes = async () => (await checkSite({ dir: cwd })).map(({ code }) => code)
  try {
    await copyApp('next', {
      'next.config.ts': (text) =>
        text.replace('{\n', "{\n  pageExtensions: ['page.tsx', 'page.ts'],\n"),
    })
    expect(await findCodes()).toContain('app-endpoint')
    await rm(join(cwd, 'school.config.ts'))
    expect(await runCommand(init('next'))).toMatchObject({ code: 0 })
    expect(existsSync(join(cwd, 'app', ROUTE, 'route.page.ts'))).toBe(true)
    expect(await findCodes()).not.toContain('app-endpoint')
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
})

it.each([
  "build: { lib: { entry: 'main.tsx', formats: ['es'] } },",
  "build: { rolldownOptions: { input: 'main.tsx' } }, publicDir: false,",
])('writes nothing if Vite builds no site: %s', async (options) => {
  const cwd = copyOf('vite')
  try {
    await copyApp('vite', {
      'vite.config.ts': (text) => text.replace('({', `({ ${options}`),
    })
    const output = await run(...toCommand('vite build'), cwd, cleanEnvironment())
    expect(output).toContain('Vite builds no site here')
    expect(existsSync(join(cwd, 'dist/llms.txt'))).toBe(false)
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
})

function init(framework: string): string[] {
  const flags =
    '--host=vercel --name=Nord --url=https://nord.example --language=en --pixel-id=1 --yes'
  return ['init', copyOf(framework), `--framework=${framework}`, ...flags.split(' ')]
}

function copyOf(app: string): string {
  return join(APPS, `copy-of-${app}`)
}

/** Copies an app next to the others, without what was built, and with other files. */
async function copyApp(app: string, files: Files): Promise<void> {
  const cwd = copyOf(app)
  const built = /^(?:\.(?!well-known)|node_modules$|dist$|build$|public$|static$)/
  await rm(cwd, { recursive: true, force: true })
  await cp(join(APPS, app), cwd, { recursive: true, filter: (path) => !built.test(basename(path)) })
  // React Router looks for its packages there.
  if (app !== 'sveltekit') await cp(join(APPS, 'package.json'), join(cwd, 'package.json'))
  for (const [name, edit] of Object.entries(files)) {
    const path = join(cwd, name)
    if (edit === null) {
      await rm(path, { recursive: true })
      continue
    }
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, typeof edit === 'string' ? edit : edit(await readFile(path, 'utf8')))
  }
}

/** What the URLs must respond with. */
function expected(own: string[]) {
  const files = Object.fromEntries(
    Object.entries(FILES).map(([path, ours]) => [path, own.includes(path) ? OWN : ours]),
  )
  return { POST: '400 Invalid event_name', OPTIONS: 204, ...files }
}

/** What identifies our files. */
const FILES: Record<string, string> = {
  'robots.txt': 'Sitemap: ',
  'sitemap.xml': '<urlset',
  'llms.txt': 'A fictional online',
  '.well-known/api-catalog': '"linkset"',
  'for-llm/index.md': '# ',
}

/** Returns what the script of the home page loads. */
async function loadTracker(url: string): Promise<string> {
  const page = await fetch(`${url}/`)
  const [, src = ''] = /src="([^"]*polaris\.js)"/.exec(await page.text()) ?? []
  return (await fetch(new URL(src, page.url))).text()
}

async function request({ origin }: StartedProcess, base: string, hasSlash: boolean) {
  const read = async (path: string, init?: RequestInit) =>
    fetch(`${origin}${base}/${path}`, { redirect: 'manual', ...init })
  const script = await (await read('polaris.js')).text()
  const [endpoint] = /[\w/]*\/functions\/v1\/conversion-capi\/?/.exec(script) ?? [script]
  const send = (init: RequestInit) => fetch(origin + endpoint, { redirect: 'manual', ...init })
  const headers = { 'Content-Type': 'application/json', Origin: 'https://other.example' }
  const post = await send({ method: 'POST', headers, body: '{}' })
  const { error } = (await post.json().catch(() => ({}))) as { error?: string }
  const received: Record<string, unknown> = {
    POST: `${post.status} ${error}`,
    OPTIONS: (await send({ method: 'OPTIONS', headers })).status,
  }
  for (const [path, ours] of Object.entries(FILES)) {
    const isPage = !/\.\w+$/.test(path)
    const response = await read(isPage && hasSlash ? `${path}/` : path)
    const text = await response.text()
    const found = [OWN, ours].find((each) => text.includes(each))
    received[path] = response.status === 200 ? found : response.status
  }
  return received
}

function toCommand(line: string): [command: string, args: string[]] {
  const [command, ...args] = line.split(' ')
  return [command === 'node' ? command : join(APPS, 'node_modules/.bin', command!), args]
}
