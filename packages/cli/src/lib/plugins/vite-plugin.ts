import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'

import type { ServedResource } from '@conversion-capi/content/serve'
import { toNodeHandler } from 'srvx/node'

import type { DevLine } from '../dev/describe-event.ts'
import { type DevSession, describeSession, startDevSession } from '../dev/dev-session.ts'
import { CONFIG_FILE } from '../project/project-folders.ts'
import { filePath } from '../site/read-files.ts'
import {
  endpointPath,
  type FrameworkSettings,
  fromVite,
  type ViteSettings,
} from '../framework/framework-settings.ts'
import { describeOwn, readHeaders, renderBuild } from '../framework/site-files.ts'

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
  // oxlint-disable-next-line typescript/no-explicit-any -- each version of Vite has another type.
  configResolved: (config: any) => Promise<void>
  configureServer: (server: { middlewares: { use: (handler: never) => unknown } }) => void
  transformIndexHtml: (html: string, page: { path: string }) => Promise<Tag[]>
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
 * @param known The settings of Astro. Others pass theirs to Vite.
 */
export function createPlugin(
  options: FrameworkOptions,
  isBuild = false,
  known?: () => FrameworkSettings,
): VitePlugin {
  let dir = ''
  let settings: FrameworkSettings
  let session: DevSession | undefined
  let built: ReturnType<typeof renderBuild> | undefined
  let write = ({ message }: DevLine): void => console.log(message)
  const render = () => (built ??= renderBuild(dir, settings))

  return {
    name: 'conversion-capi',
    enforce: 'pre',
    async config({ root = '.', server }, { command, isPreview }) {
      // The sources can have a folder of their own, which is the root of Vite.
      const isApart = options.dir === undefined && !existsSync(resolve(root, CONFIG_FILE))
      dir = resolve(isApart ? '.' : root, options.dir ?? '.')
      const isDev = command === 'serve' && !isPreview && !isBuild && server?.watch !== null
      // Tests of the app send no events.
      if (!isDev || process.env['VITEST']) return
      session = await startDevSession(dir, (line) => write(line))
      // Before the app reads them. An app in development never sends events to Meta.
      Object.assign(process.env, session.variables)
    },
    async configResolved(
      config: ViteSettings & {
        logger: Record<'info' | 'warn' | 'error', (message: string) => void>
      },
    ) {
      const resolved = known?.() ?? fromVite(config)
      // React Router loads the configuration a second time, without itself.
      const isPart = !resolved.hasServer && config.__reactRouterPluginContext === undefined
      if (isPart && session?.project.site.framework === 'react-router') return
      settings = resolved
      const { logger } = config
      write = ({ level, message }) => logger[level === 'warning' ? 'warn' : level](message)
      await session?.configure(settings)
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
        const served = current.serve(pathname, request.method, request.headers.accept)
        if (served) {
          void send(served, response)
        } else if (!settings.hasServer && pathname === endpointPath(settings)) {
          handle(request, response, next)
        } else {
          // No reverse proxy writes the IP.
          request.headers['x-forwarded-for'] ??= request.socket.remoteAddress
          next()
        }
      }
      middlewares.use(middleware as never)
    },
    async transformIndexHtml(html, { path }) {
      const [tracker] = session?.files ?? (await render()).written
      // A relative base is the one of the page.
      const isRelative = /^(?:\.\/)?$/.test(settings.base)
      const toRoot = isRelative ? '../'.repeat(path.split('/').length - 2) : ''
      const src = settings.base + toRoot + tracker!.path.slice(1)
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
      if (!settings.hasSite) {
        const message = 'conversion-capi: Vite builds no site here, so no file is written.'
        return write({ level: 'info', message })
      }
      for (const message of describeOwn(settings)) write({ level: 'info', message })
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

async function renderModule(files: ServedResource[]): Promise<string> {
  const headers = await readHeaders(files)
  const entries = files.map(({ path, body }) => [path, { body, headers: headers[path] }])
  return `const files = ${JSON.stringify(entries)}
export function GET({ request }) {
  const { pathname } = new URL(request.url)
  const [, file] = files.find(([path]) => pathname.replace(/[/]$/, '').endsWith(path)) ?? []
  return file ? new Response(file.body, file) : new Response(null, { status: 404 })
}
export const loader = GET
`
}
