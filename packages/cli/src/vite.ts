/**
 * Serves the tracker and the files for crawlers inside a framework, and writes them in its build: as a plugin of Vite,
 * as an integration of Astro, and as a module of Nuxt.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { ServedResource } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { toNodeHandler } from 'srvx/node'

import type { DevLine } from './lib/dev/describe-event.ts'
import { filePath } from './lib/site/read-files.ts'
import { type DevSession, describeSession, startDevSession } from './lib/dev/dev-session.ts'
import { readHeaders, renderBuild, writeFiles } from './lib/framework/site-files.ts'

/** Options of the plugin, the integration and the module. */
export interface FrameworkOptions {
  /** The folder with `school.config.ts`, relative to the app. @default '.' */
  dir?: string
}

type Next = () => void
type Middleware = (request: IncomingMessage, response: ServerResponse, next: Next) => void

interface ViteConfig {
  root?: string | undefined
  server?: { watch?: unknown } | undefined
}

interface Tag {
  tag: string
  attrs: Record<string, string | true>
  injectTo: 'head'
}

/** A plugin, in the types of every version of Vite. */
export interface VitePlugin {
  name: string
  enforce: 'pre'
  config: (
    config: ViteConfig,
    env: { command: string; isPreview?: boolean | undefined },
  ) => Promise<void>
  configResolved: (config: {
    base: string
    define?: Record<string, unknown> | undefined
    logger: Record<'info' | 'warn' | 'error', (message: string) => void>
  }) => Promise<void>
  configureServer: (server: { middlewares: { use: (handler: never) => unknown } }) => void
  transformIndexHtml: (html: string) => Promise<Tag[]>
  resolveId: (id: string) => string | undefined
  load: (id: string) => Promise<string> | undefined
  generateBundle: (this: {
    environment?: { config: { consumer: string } }
    emitFile: (file: { type: 'asset'; fileName: string; source: string | Uint8Array }) => unknown
  }) => Promise<void>
}

/**
 * Serves the tracker and the files for crawlers in development, with their content types and again when
 * `school.config.ts` changes, sends the app's events to an emulator, and writes the files in the build. Adds the tracker
 * to an `index.html`.
 *
 * @param options Where the project is.
 * @returns A plugin of Vite. For Astro and Nuxt, use `conversionCapiAstro` and `conversionCapiNuxt`.
 */
export function conversionCapi(options: FrameworkOptions = {}): VitePlugin {
  return createPlugin(options)
}

/**
 * @param isBuild Whether the framework builds the app. Its own servers in a build watch nothing, except Astro's.
 * @param basePath The base path of Astro. Others pass theirs to Vite.
 */
function createPlugin(options: FrameworkOptions, isBuild = false, basePath?: string): VitePlugin {
  let dir = ''
  let base = '/'
  let session: DevSession | undefined
  let built: ReturnType<typeof renderBuild> | undefined
  let write = ({ message }: DevLine): void => console.log(message)
  const render = () => (built ??= renderBuild(dir, base))

  return {
    name: 'conversion-capi',
    enforce: 'pre',
    async config({ root = '.', server }, { command, isPreview }) {
      dir = resolve(root, options.dir ?? '.')
      const isDev = command === 'serve' && !isPreview && !isBuild && server?.watch !== null
      // Tests of the app send no events.
      if (!isDev || process.env['VITEST']) return
      session = await startDevSession(dir, (line) => write(line))
      // Before the app reads them. An app in development never sends events to Meta.
      Object.assign(process.env, session.variables)
    },
    async configResolved({ base: resolved, define, logger }) {
      // In the build, SvelteKit sets a relative one.
      const path = define?.['__SVELTEKIT_PATHS_BASE__']
      base = basePath ?? (path === undefined ? resolved : `${JSON.parse(String(path))}/`)
      write = ({ level, message }) => logger[level === 'warning' ? 'warn' : level](message)
      await session?.setBase(base)
    },
    configureServer({ middlewares }) {
      const current = session
      if (!current) return
      write({ level: 'info', message: describeSession(current) })
      const handle = toNodeHandler(
        current.handle as (request: Request) => Promise<Response>,
      ) as Middleware
      const middleware: Middleware = (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        const path = withoutBase(pathname, base)
        const served = current.serve(path, request.method, request.headers.accept)
        if (served) {
          void send(served, response)
        } else if (path === CONVERSION_PATH && current.project.site.framework === 'vite') {
          handle(request, response, next)
        } else {
          // No reverse proxy writes the IP.
          request.headers['x-forwarded-for'] ??= request.socket.remoteAddress
          next()
        }
      }
      middlewares.use(middleware as never)
    },
    async transformIndexHtml(html) {
      const [tracker] = session?.files ?? (await render()).written
      const src = base + tracker!.path.slice(1)
      if (html.includes(tracker!.path)) return []
      return [{ tag: 'script', attrs: { src, async: true }, injectTo: 'head' }]
    },
    resolveId: (id) => (id === FILES ? `\0${FILES}` : undefined),
    load(id) {
      if (id !== `\0${FILES}`) return undefined
      // In development, the middleware serves them.
      return session ? renderModule([]) : render().then(({ routed }) => renderModule(routed))
    },
    async generateBundle() {
      if (this.environment && this.environment.config.consumer !== 'client') return
      for (const { path, body } of (await render()).written) {
        const fileName = decodeURIComponent(filePath(path)).slice(1)
        this.emitFile({ type: 'asset', fileName, source: body })
      }
    },
  }
}

/** The entry whose functions a build replaces. */
const FILES = 'conversion-capi/files'

async function send(serving: Promise<Response>, response: ServerResponse): Promise<void> {
  const served = await serving
  // Otherwise a reloaded page could be the old one.
  const fresh = { ...Object.fromEntries(served.headers), 'cache-control': 'no-store' }
  response.writeHead(served.status, fresh)
  response.end(Buffer.from(await served.arrayBuffer()))
}

function withoutBase(path: string, base: string): string {
  return path.startsWith(base) ? path.slice(base.length - 1) : path
}

async function renderModule(files: ServedResource[]): Promise<string> {
  const headers = await readHeaders(files)
  const entries = files.map(({ path, body }) => [path, { body, headers: headers[path] }])
  return `const files = ${JSON.stringify(entries)}
export function GET({ request }) {
  const { pathname } = new URL(request.url)
  const [, file] = files.find(([path]) => pathname.endsWith(path)) ?? []
  return file ? new Response(file.body, file) : new Response(null, { status: 404 })
}
export const loader = GET
`
}

interface AstroHook {
  command: string
  config: { root: URL; base: string }
  updateConfig: (config: { vite: { plugins: VitePlugin[] } }) => unknown
}

/**
 * The plugin as an integration of Astro, whose build does not run plugins if no page has a script.
 *
 * @param options Where the project is.
 * @returns An integration of Astro.
 */
export function conversionCapiAstro(options: FrameworkOptions = {}): {
  name: string
  hooks: {
    'astro:config:setup': (hook: AstroHook) => void
    'astro:build:done': (hook: { dir: URL }) => Promise<void>
  }
} {
  let root = ''
  let base = '/'
  return {
    name: 'conversion-capi',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        root = fileURLToPath(config.root)
        base = config.base.replace(/\/?$/, '/')
        updateConfig({ vite: { plugins: [createPlugin(options, command !== 'dev', base)] } })
      },
      'astro:build:done': async ({ dir }) => {
        const { written } = await renderBuild(join(root, options.dir ?? '.'), base)
        await writeFiles(root, fileURLToPath(dir), written)
      },
    },
  }
}

interface H3Event {
  method: string
  path: string
  node: { req: { headers: { accept?: string | undefined } } }
}

interface Nuxt {
  hook: (name: 'nitro:init', run: () => void) => unknown
  options: {
    _prepare?: boolean
    dev: boolean
    rootDir: string
    app: { baseURL: string; head: { script?: { src?: string; async?: boolean }[] } }
    devServerHandlers: { route?: string; handler: unknown }[]
    nitro: {
      publicAssets?: { dir?: string; baseURL?: string }[]
      routeRules?: Record<string, { headers?: Record<string, string> }>
    }
  }
}

/**
 * The plugin as a module of Nuxt, which serves Vite only below `/_nuxt`.
 *
 * @param options Where the project is.
 * @returns A module of Nuxt.
 */
export function conversionCapiNuxt(
  options: FrameworkOptions = {},
): (inline: unknown, nuxt: unknown) => Promise<void> {
  return async (_, nuxt) => {
    const { _prepare, app, dev, rootDir, devServerHandlers, nitro } = (nuxt as Nuxt).options
    if (_prepare) return
    const dir = join(rootDir, options.dir ?? '.')
    const base = app.baseURL
    const addScript = (path: string): void => {
      const { script = [] } = app.head
      const src = base + path.slice(1)
      const isLoaded = script.some((each) => each.src === src)
      app.head.script = isLoaded ? script : [...script, { src, async: true }]
    }
    if (dev) {
      const session = await startDevSession(dir, ({ message }) => console.log(message))
      await session.setBase(base)
      const setVariables = () => void Object.assign(process.env, session.variables)
      setVariables()
      // Nitro reads .env once more before it runs the app.
      ;(nuxt as Nuxt).hook('nitro:init', setVariables)
      console.log(describeSession(session))
      addScript(session.files[0]!.path)
      const handler = ({ method, path: url, node }: H3Event) => {
        const { pathname } = new URL(url, 'http://localhost')
        return session.serve(withoutBase(pathname, base), method, node.req.headers.accept)
      }
      // How h3 marks its handlers.
      devServerHandlers.push({ handler: Object.assign(handler, { __is_handler__: true }) })
      return
    }
    const { written: files } = await renderBuild(dir, base)
    addScript(files[0]!.path)
    // Nuxt deletes its build folder after this.
    const folder = join(rootDir, '.conversion-capi/public')
    await writeFiles(rootDir, folder, files)
    nitro.publicAssets = [...(nitro.publicAssets ?? []), { dir: folder, baseURL: '/' }]
    const rules = Object.entries(await readHeaders(files)).map(([path, headers]) => [
      path,
      { headers },
    ])
    nitro.routeRules = { ...Object.fromEntries(rules), ...nitro.routeRules }
  }
}
