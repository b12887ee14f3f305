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
  /** Runs the development server, or builds and starts. */
  runs: ('dev' | 'start')[]
}

const route = (body: string) => `export const GET = () => new Response('${body}')\n`

/** The settings that move a URL or serve one of our files. */
const SETTINGS: Record<string, Setting> = {
  'Next.js below a base path, with redirects to slashes and own files': {
    app: 'next',
    files: {
      'next.config.ts': (text) =>
        text.replace(
          'trailingSlash: true,',
          "trailingSlash: true, skipTrailingSlashRedirect: false, basePath: '/campus',",
        ),
      'app/robots.ts': `export default () => ({ rules: { userAgent: '${OWN}' } })`,
      'app/(files)/llms.txt/route.ts': route(OWN),
      'public/sitemap.xml': OWN,
    },
    base: '/campus',
    hasSlash: true,
    own: ['robots.txt', 'llms.txt', 'sitemap.xml'],
    runs: ['dev', 'start'],
  },
  'Astro with slashes, below a base path, with own files': {
    app: 'astro',
    files: {
      'astro.config.ts': (text) =>
        text.replace(
          'adapter:',
          "trailingSlash: 'always', base: '/campus', publicDir: 'assets', adapter:",
        ),
      'src/pages/robots.txt.ts': `export const prerender = false\n${route(OWN)}`,
      'src/pages/llms.txt.ts': route(OWN),
      'assets/sitemap.xml': OWN,
    },
    base: '/campus',
    hasSlash: true,
    own: ['robots.txt', 'llms.txt', 'sitemap.xml'],
    runs: ['dev', 'start'],
  },
  'SvelteKit below a base path, with own files': {
    app: 'sveltekit',
    files: {
      'vite.config.ts': (text) =>
        text.replace(
          'adapter: adapter()',
          "adapter: adapter(), paths: { base: '/campus' }, files: { assets: 'assets' }",
        ),
      'src/routes/(files)/robots.txt/+server.ts': route(OWN),
      'src/routes/llms.txt/+server.js': route(OWN),
      'assets/sitemap.xml': OWN,
    },
    base: '/campus',
    own: ['robots.txt', 'llms.txt', 'sitemap.xml'],
    runs: ['dev', 'start'],
  },
  'React Router below a base path, with own files': {
    app: 'react-router',
    files: {
      'vite.config.ts': (text) => text.replace('({', "({ base: '/campus/', publicDir: 'assets',"),
      'react-router.config.ts': "export default { basename: '/campus/' }",
      'app/routes.ts': (text) =>
        text.replace(
          "route('paid'",
          "route('robots.txt', 'own.ts'), route('llms.txt', 'own.ts', { id: 'llms' }), route('paid'",
        ),
      'app/own.ts': `export const loader = () => new Response('${OWN}')`,
      'assets/sitemap.xml': OWN,
    },
    base: '/campus',
    own: ['robots.txt', 'llms.txt', 'sitemap.xml'],
    runs: ['dev', 'start'],
  },
  'Nuxt below a base path, with own files': {
    app: 'nuxt',
    files: {
      'nuxt.config.ts': (text) =>
        text.replace('app: {', "dir: { public: 'assets' }, app: { baseURL: '/campus/',"),
      'server/routes/robots.txt.ts': `export default defineEventHandler(() => '${OWN}')`,
      'server/routes/llms.txt.get.ts': `export default defineEventHandler(() => '${OWN}')`,
      'assets/sitemap.xml': OWN,
    },
    base: '/campus',
    own: ['robots.txt', 'llms.txt', 'sitemap.xml'],
    runs: ['dev', 'start'],
  },
}

const COMMANDS: Record<string, { dev: string; build: string; start: string }> = {
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

describe.each(Object.entries(SETTINGS))('%s', (_, setting) => {
  const { app, files, base = '', hasSlash = false, own = [], runs } = setting
  const cwd = copyOf(app)

  beforeAll(() => copyApp(app, files))

  afterAll(() => rm(cwd, { recursive: true, force: true }))

  it.each(runs)('%s: each URL responds without a redirect', async (stage) => {
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
      for (const file of own)
        expect(output + site.output()).toContain(`of the app serves /${file},`)
    } finally {
      await site.close()
    }
  })
})

const ROUTE = 'functions/v1/conversion-capi'

/** What makes each framework write files only, without the routes that need a server. */
const EXPORTS: Record<string, { files: Files; build?: string }> = {
  next: {
    files: {
      'next.config.ts': (text) =>
        text
          .replace('trailingSlash: true,', "output: 'export', basePath: '/campus',")
          .replace("createNextIntlPlugin('./i18n.ts')(config)", 'config'),
      'app/[locale]': null,
      'app/paid': null,
      'proxy.ts': null,
      'app/layout.tsx':
        'export default ({ children }: { children: unknown }) => <html><head><script src="/nord.js" /></head><body>{children as never}</body></html>',
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
  // The build is the same code.
  nuxt: {
    files: {
      'nuxt.config.ts': (text) => text.replace('app: {', "nitro: { preset: 'static' }, app: {"),
    },
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
      expect((await findCodes()).filter((code) => code !== 'app-script')).toEqual([])
      if (!build) return
      const env = { ...cleanEnvironment(), NODE_ENV: 'production' }
      await run(...toCommand(build), build.endsWith('copy-of-next') ? APPS : cwd, env)
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
