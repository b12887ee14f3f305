import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { School } from '@conversion-capi/content'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { relativePath, tryCall } from '@conversion-capi/meta/terminal'

import type { CompleteSiteOptions } from '../project/site-options.ts'

/**
 * What the resolved configuration of a framework decides about the endpoint and the generated files. Nothing else reads
 * the configuration of a framework.
 */
export interface FrameworkSettings {
  /** Absolute path of the app. */
  root: string
  /** The path of the app's URL, which ends with a slash. */
  base: string
  /** Whether the server redirects a URL without a slash at the end. */
  hasSlash: boolean
  /** Whether a server runs the routes of the app. Otherwise, the endpoint is a function of the host. */
  hasServer: boolean
  /** Whether the build writes a site. Vite can also bundle a library, or the scripts of another program. */
  hasSite: boolean
  /** Absolute path of the folder whose files are served as they are. Empty: there is none. */
  publicFolder: string
  /** Absolute paths of the folders whose files are routes, and the files there that can serve a file's name. */
  routes: { folders: string[]; files: (name: string) => string[] }[]
  /** The files of the routes that the configuration names, by their path. */
  named: Record<string, string>
}

const DEFAULTS = { base: '/', hasSlash: false, hasServer: true, hasSite: true }

/** Returns the settings of a program that serves a folder, or of a framework whose configuration cannot be read. */
export function defaultSettings({
  root,
  site,
}: {
  root: string
  site: Pick<CompleteSiteOptions, 'framework' | 'pages'>
}): FrameworkSettings {
  const hasServer = site.framework !== 'vite'
  const publicFolder = join(root, site.pages)
  return { ...DEFAULTS, root, hasServer, publicFolder, routes: [], named: {} }
}

/** Returns the path of the endpoint. A function of the host is not below the base path of the app. */
export function endpointPath({ base, hasServer, hasSlash }: FrameworkSettings): string {
  if (!hasServer) return CONVERSION_PATH
  return base.replace(/\/$/, CONVERSION_PATH) + (hasSlash ? '/' : '')
}

/** Returns the URL of the endpoint of a site at an origin. */
export function endpointOf(
  { school }: { school: School },
  origin: string,
  settings: FrameworkSettings,
): string {
  return school.endpoint ?? origin + endpointPath(settings)
}

/** Returns the app's own file that serves a path, relative to the app. */
export function findOwnFile(settings: FrameworkSettings, path: string): string | undefined {
  const { root, publicFolder, routes, named } = settings
  const candidates = [
    ...(publicFolder ? [join(publicFolder, path)] : []),
    ...routes.flatMap(({ folders, files }) =>
      folders
        .flatMap(withGroups)
        .flatMap((folder) => files(path.slice(1)).map((file) => join(folder, file))),
    ),
  ]
  const file = candidates.find((each) => existsSync(each))
  return file === undefined ? named[path] : relativePath(root, file)
}

/** Folders in parentheses are not part of the URL. */
function withGroups(folder: string): string[] {
  if (!existsSync(folder)) return []
  const groups = readdirSync(folder).filter((name) => /^\(.*\)$/.test(name))
  return [folder, ...groups.flatMap((name) => withGroups(join(folder, name)))]
}

function withExtensions(name: string, extensions: readonly string[]): string[] {
  return extensions.map((extension) => `${name}.${extension}`)
}

export interface ViteSettings {
  root: string
  base: string
  publicDir?: string
  build?: {
    lib?: unknown
    rolldownOptions?: { input?: unknown }
    rollupOptions?: { input?: unknown }
  }
  plugins?: readonly { name: string; api?: { options?: KitConfig } }[]
  __reactRouterPluginContext?: {
    reactRouterConfig: {
      ssr: boolean
      basename: string
      appDirectory: string
      routes: Record<string, RouterRoute>
    }
  }
}

interface KitOptions {
  adapter?: { name: string } | null
  files?: { routes: string }
  paths?: { base: string }
}

type KitConfig = KitOptions & { kit?: KitOptions }

interface RouterRoute {
  path?: string
  parentId?: string
  file: string
}

/** Converts the configuration of Vite, and of the frameworks that are plugins of it. */
export function fromVite(config: ViteSettings): FrameworkSettings {
  const { root, base, publicDir = '', plugins = [], build = {} } = config
  const hasPlugin = (name: string): boolean => plugins.some((each) => each.name.startsWith(name))
  const kit = plugins.find(({ name }) => name === 'vite-plugin-sveltekit-setup')
  // Before SvelteKit 2.22, its plugin has no options.
  const setup =
    kit && (kit.api?.options ?? tryCall(() => readDefault(join(root, 'svelte.config.js'))) ?? {})
  const router = config.__reactRouterPluginContext?.reactRouterConfig
  const common = { ...DEFAULTS, root, publicFolder: publicDir, named: {} }
  if (setup) {
    const { adapter, files, paths } = setup.kit ?? setup
    const folders = [resolve(root, files?.routes ?? 'src/routes')]
    return {
      ...common,
      // In the build, the one of Vite is relative.
      base: `${paths?.base ?? ''}/`,
      hasServer: adapter?.name !== '@sveltejs/adapter-static',
      routes: [{ folders, files: (name) => withExtensions(`${name}/+server`, SCRIPTS) }],
    }
  }
  if (router) {
    const { ssr: hasServer, routes, appDirectory } = router
    const pathOf = ({ path = '', parentId }: RouterRoute): string =>
      `${routes[parentId ?? ''] ? pathOf(routes[parentId!]!) : ''}/${path}`
    const entries = Object.values(routes).map(
      (route) =>
        [
          pathOf(route).replaceAll(/\/+/g, '/'),
          relativePath(root, join(appDirectory, route.file)),
        ] as const,
    )
    const folder = { folders: [appDirectory], files: () => [] }
    return { ...common, base, hasServer, routes: [folder], named: Object.fromEntries(entries) }
  }
  if (hasPlugin('tanstack-start')) {
    const files = (name: string): string[] =>
      withExtensions(name.replaceAll('.', '[.]'), [...SCRIPTS, 'tsx'])
    return { ...common, base, routes: [{ folders: [join(root, 'src/routes')], files }] }
  }
  const input = (build.rolldownOptions ?? build.rollupOptions)?.input ?? 'index.html'
  const inputs: unknown[] = typeof input === 'object' ? Object.values(input!) : [input]
  const isPage = (each: unknown): boolean => String(each).endsWith('.html')
  const hasPages = inputs.some((each) => isPage(each) && existsSync(resolve(root, String(each))))
  const hasSite = !build.lib && (hasPages || publicDir !== '')
  return { ...common, base, hasServer: false, hasSite, routes: [] }
}

function readDefault(path: string): KitConfig {
  return (createRequire(path)(path) as { default: KitConfig }).default
}

const SCRIPTS = ['ts', 'js', 'mjs']

export interface AstroSettings {
  root: URL | string
  base: string
  srcDir: URL | string
  publicDir: URL | string
  trailingSlash: 'always' | 'never' | 'ignore'
  adapter?: object
}

export function fromAstro(config: AstroSettings): FrameworkSettings {
  const [root, source, publicFolder] = [config.root, config.srcDir, config.publicDir].map((url) =>
    fileURLToPath(url),
  )
  return {
    root: root!,
    base: config.base.replace(/\/?$/, '/'),
    hasSlash: config.trailingSlash === 'always',
    // Without an adapter, all routes are files.
    hasServer: config.adapter !== undefined,
    hasSite: true,
    publicFolder: publicFolder!,
    routes: [{ folders: [join(source!, 'pages')], files: (name) => withExtensions(name, SCRIPTS) }],
    named: {},
  }
}

export interface NuxtSettings {
  rootDir: string
  serverDir?: string
  dir?: { public?: string }
  app: { baseURL: string }
  serverHandlers?: { route?: string; handler: unknown }[]
  nitro: { static?: boolean; preset?: string }
}

export function fromNuxt(options: NuxtSettings): FrameworkSettings {
  const { rootDir, serverDir = 'server', dir, app, nitro, serverHandlers = [] } = options
  const handlers = serverHandlers.map(
    ({ route = '', handler }) => [route, String(handler)] as const,
  )
  const folders = [resolve(rootDir, serverDir, 'routes')]
  return {
    root: rootDir,
    base: app.baseURL.replace(/\/?$/, '/'),
    hasSlash: false,
    hasServer: !nitro.static && !/static|pages$/.test(nitro.preset ?? ''),
    hasSite: true,
    publicFolder: resolve(rootDir, dir?.public ?? 'public'),
    routes: [
      {
        folders,
        files: (name) => [name, `${name}.get`].flatMap((each) => withExtensions(each, SCRIPTS)),
      },
    ],
    named: Object.fromEntries(handlers),
  }
}

export interface NextSettings {
  basePath?: string | undefined
  trailingSlash?: boolean | undefined
  skipTrailingSlashRedirect?: boolean | undefined
  output?: string | undefined
  pageExtensions?: string[] | undefined
}

/** @param rewritten The paths that rewrites of the app serve. */
export function fromNext(
  root: string,
  config: NextSettings,
  rewritten: string[] = [],
): FrameworkSettings {
  const { pageExtensions: extensions = ['tsx', 'ts', 'jsx', 'js'] } = config
  const inApp = ['', 'src/'].map((folder) => join(root, `${folder}app`))
  const inPages = ['', 'src/'].map((folder) => join(root, `${folder}pages`))
  return {
    root,
    base: `${config.basePath ?? ''}/`,
    // The plugin switches these redirects off, unless the app does otherwise.
    hasSlash: config.trailingSlash === true && config.skipTrailingSlashRedirect === false,
    hasServer: config.output !== 'export',
    hasSite: true,
    publicFolder: join(root, 'public'),
    routes: [
      {
        folders: inApp,
        files: (name) => [
          ...withExtensions(`${name}/route`, extensions),
          // What a convention serves as it is, or runs.
          ...(/^(?:robots|sitemap)\./.test(name)
            ? [name, ...withExtensions(name.replace(/\.\w+$/, ''), extensions)]
            : []),
        ],
      },
      { folders: inPages, files: (name) => withExtensions(name, extensions) },
    ],
    named: Object.fromEntries(rewritten.map((path) => [path, 'next.config'])),
  }
}
