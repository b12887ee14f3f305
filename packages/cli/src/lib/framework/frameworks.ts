import { existsSync, readdirSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { relativePath, UsageError } from '@conversion-capi/meta/terminal'

import type { HostRecord } from '../hosts/host-record.ts'
import { readManifest } from '../project/read-manifest.ts'
import { APP_FOLDERS, CONFIG_FILE } from '../project/project-folders.ts'
import type { Framework, SiteOptions } from '../project/site-options.ts'
import type { ConfigEdit } from './edit-config.ts'
import type { FrameworkSettings } from './framework-settings.ts'

export interface FrameworkRecord {
  label: string
  /** The package by which `init` recognizes it. */
  dependency: string
  /** The name of its configuration file without the extension, and what the file needs. */
  config: string
  edit: ConfigEdit
  /** The folder of the app's routes, unless its configuration names another one. */
  folder: string
  /** The folder that a build without a server writes. */
  output: string
  /** The files of the app that serve the endpoint and the file without an extension. */
  files: Record<string, string>
  /** The element that loads the tracker, unless the plugin adds it. */
  script?: string
  /** What only a person can add if the app has a server. */
  byHandServer?: string[]
}

const SCRIPT = '<script src="/{tracker}.js" async></script>'
const VITE: ConfigEdit = { name: 'conversionCapi', from: 'conversion-capi/vite', list: 'plugins' }
const PATH = 'functions/v1/conversion-capi'
const ROUTE = '@conversion-capi/core/route'
const exportHandlers = (names: string): string => `export { ${names} } from '${ROUTE}'\n`

type Recognized = Exclude<Framework, 'other'>

/** In the order in which they are recognized: Vite itself is in most of them. */
export const FRAMEWORK_RECORDS: Record<Recognized, FrameworkRecord> = {
  next: {
    label: 'Next.js',
    dependency: 'next',
    config: 'next.config',
    edit: { name: 'withConversionCapi', from: 'conversion-capi/next' },
    folder: 'app',
    output: 'out',
    files: {
      [`app/${PATH}/route.ts`]: exportHandlers('GET, OPTIONS, POST'),
    },
    script: SCRIPT,
    byHandServer: [
      'If you have a proxy.ts or middleware.ts, leave functions and for-llm out of its matcher.',
    ],
  },
  astro: {
    label: 'Astro',
    dependency: 'astro',
    config: 'astro.config',
    edit: { name: 'conversionCapiAstro', from: 'conversion-capi/vite', list: 'integrations' },
    folder: 'src/pages',
    output: 'dist',
    files: {
      [`src/pages/${PATH}.ts`]: `${exportHandlers('ALL')}
export const prerender = false
`,
      'src/pages/.well-known/api-catalog.ts': `export { GET } from 'conversion-capi/files'

export const prerender = false
`,
    },
    script: SCRIPT.replace('src', 'is:inline src'),
  },
  nuxt: {
    label: 'Nuxt',
    dependency: 'nuxt',
    config: 'nuxt.config',
    edit: { name: 'conversionCapiNuxt', from: 'conversion-capi/vite', list: 'modules' },
    folder: 'server/routes',
    output: '.output/public',
    files: {
      [`server/routes/${PATH}.ts`]: `import { handle } from '${ROUTE}'

export default defineEventHandler((event) => handle(toWebRequest(event)))
`,
    },
  },
  sveltekit: {
    label: 'SvelteKit',
    dependency: '@sveltejs/kit',
    config: 'vite.config',
    edit: VITE,
    folder: 'src/routes',
    output: 'build',
    files: {
      [`src/routes/${PATH}/+server.ts`]: exportHandlers('fallback'),
      'src/routes/.well-known/api-catalog/+server.ts': `export { GET } from 'conversion-capi/files'
`,
    },
    script: SCRIPT.replace('/', '%sveltekit.assets%/'),
    byHandServer: ['If the site has no adapter for your host yet: npx sv add sveltekit-adapter'],
  },
  'tanstack-start': {
    label: 'TanStack Start',
    dependency: '@tanstack/react-start',
    config: 'vite.config',
    edit: VITE,
    folder: 'src/routes',
    output: 'dist/client',
    files: {
      [`src/routes/${PATH}.ts`]: `import { route } from '${ROUTE}'
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/${PATH}')({ server: { handlers: { ANY: route } } })
`,
      'src/routes/[.]well-known/api-catalog.ts': `import { createFileRoute } from '@tanstack/react-router'
import { GET } from 'conversion-capi/files'

export const Route = createFileRoute('/.well-known/api-catalog')({ server: { handlers: { GET } } })
`,
    },
    script: SCRIPT,
  },
  'react-router': {
    label: 'React Router',
    dependency: '@react-router/dev',
    config: 'vite.config',
    edit: VITE,
    folder: 'app',
    output: 'build/client',
    files: {
      'app/conversion-capi.ts': exportHandlers('action, loader'),
      'app/api-catalog.ts': `export { loader } from 'conversion-capi/files'
`,
    },
    script: SCRIPT,
    byHandServer: [
      `In the list of app/routes.ts: { path: '${PATH}', file: 'conversion-capi.ts' },`,
      "In the list of app/routes.ts: { path: '.well-known/api-catalog', file: 'api-catalog.ts' },",
    ],
  },
  vite: {
    label: 'Vite',
    dependency: 'vite',
    config: 'vite.config',
    edit: VITE,
    folder: 'src',
    output: 'dist',
    files: {},
  },
}

/** Returns the element that loads the tracker, unless the plugin adds it. */
export function scriptOf(
  record: Pick<FrameworkRecord, 'script'> | undefined,
  tracker: string,
  base = '/',
): string | undefined {
  const script = record ? record.script : SCRIPT
  return script?.replace('"/', `"${base}`).replace('{tracker}', tracker)
}

/** What builds the pages: a framework, or another program. */
export interface Program {
  framework: Framework
  label: string
  /** The folder whose files it copies as they are, if it has one. Others convert Markdown, or leave `.well-known` out. */
  folder?: string | undefined
  /** Whether its program can also serve the endpoint. */
  hasServer?: boolean
}

/**
 * Returns the folder of the app in a repository, or the repository if it has none in a folder, and what builds its pages.
 *
 * @throws {UsageError} If several folders have one.
 */
export async function findApp(
  repository: string,
): Promise<{ root: string; program?: Program | undefined }> {
  const program = await findProgram(repository)
  if (program || existsSync(join(repository, CONFIG_FILE))) return { root: repository, program }
  const found: { root: string; program: Program }[] = []
  const manifests = `${APP_FOLDERS}/package.json`
  for await (const path of glob(manifests, { cwd: repository, exclude: ['**/node_modules'] })) {
    const root = join(repository, dirname(path))
    const inside = await findProgram(root)
    if (inside) found.push({ root, program: inside })
  }
  if (found.length <= 1) return found[0] ?? { root: repository }
  const names = found.map(({ root }) => relativePath(repository, root)).sort()
  throw new UsageError(
    `The folders ${names.join(', ')} contain apps. Write init with the folder of the one that visitors see: init ${names[0]}.`,
  )
}

/** Returns what builds the pages of a project, if its dependencies or its files show it. */
export async function findProgram(root: string): Promise<Program | undefined> {
  const { dependencies, devDependencies } = (await readManifest(root)) ?? {}
  const installed = { ...dependencies, ...devDependencies }
  for (const [framework, record] of Object.entries(FRAMEWORK_RECORDS)) {
    const isFound = installed[record.dependency] !== undefined && findConfigFile(root, record)
    if (isFound) return { framework: framework as Framework, label: record.label }
  }
  const name = Object.keys(GENERATOR_PACKAGES).find((each) => installed[each] !== undefined)
  const files = existsSync(root) ? readdirSync(root) : []
  const [, ...byFile] =
    GENERATOR_FILES.find(([pattern]) => files.some((each) => pattern.test(each))) ?? []
  const [label, folder] = name === undefined ? byFile : GENERATOR_PACKAGES[name]!
  return label === undefined
    ? undefined
    : { framework: 'other', label, folder, hasServer: SERVERS.test(label) }
}

/** A program that makes the pages from other files, and the folder whose files it copies, if it has one. */
type Row = [label: string, folder?: string]

const GENERATOR_PACKAGES: Record<string, Row> = {
  'react-scripts': ['Create React App', 'public'],
  gatsby: ['Gatsby', 'static'],
  '@angular/core': ['Angular', 'public'],
  '@docusaurus/core': ['Docusaurus', 'static'],
  vitepress: ['VitePress'],
  hexo: ['Hexo'],
  '@11ty/eleventy': ['Eleventy'],
  '@vue/cli-service': ['Vue CLI', 'public'],
}

/** The same by a file of the project, in the order in which they are recognized: Jekyll has a Gemfile, too. */
const GENERATOR_FILES: [RegExp, ...Row][] = [
  [/^hugo\.(?:toml|ya?ml|json)$/, 'Hugo', 'static'],
  [/^config\.toml$/, 'Zola or Hugo', 'static'],
  [/^_config\.ya?ml$/, 'Jekyll'],
  [/^mkdocs\.ya?ml$/, 'MkDocs'],
  [/^pelicanconf\.py$/, 'Pelican'],
  [/^config\.rb$/, 'Middleman'],
  [/^Gemfile$/, 'Rails', 'public'],
  [/^artisan$/, 'Laravel', 'public'],
  [/^symfony\.lock$/, 'Symfony', 'public'],
  [/^manage\.py$/, 'Django'],
]
const SERVERS = /^(?:Rails|Laravel|Symfony|Django)$/

/**
 * Returns whether a build script makes the pages, from sources or without any.
 *
 * @param pages The folder in which HTML files were found.
 */
export async function hasBuildScript(root: string, pages?: string): Promise<boolean> {
  const { scripts } = (await readManifest(root)) ?? {}
  const isSource = pages === undefined || /^(?:src|source|app|content|templates|views)$/.test(pages)
  return isSource && !/\bconversion-capi\b/.test(scripts?.['build'] ?? 'conversion-capi')
}

/** Returns whether a function of the host serves the endpoint, and not a route of the app or a server that nothing here knows. */
export async function needsFunction(
  root: string,
  { framework, host }: Pick<SiteOptions, 'framework' | 'host'>,
): Promise<boolean> {
  if (framework !== 'other') return framework === undefined
  return host !== 'node' && (await findProgram(root))?.hasServer === false
}

export function findConfigFile(root: string, { config }: FrameworkRecord): string | undefined {
  return ['ts', 'mts', 'mjs', 'js', 'cjs']
    .map((extension) => `${config}.${extension}`)
    .find((name) => existsSync(join(root, name)))
}

/**
 * Returns the files that serve the endpoint, and what is left to add. Without a server, they are the host's function.
 * Next.js can have its routes in `src`, and installs TypeScript if a file needs it.
 */
export function planFiles(
  root: string,
  record: FrameworkRecord,
  host: HostRecord,
  site: { name: string; url: string },
  settings: Pick<FrameworkSettings, 'hasServer' | 'routes'>,
): { files: Record<string, string>; settings?: string; dependencies: string[]; byHand: string[] } {
  const { files, folder, output, byHandServer = [] } = record
  if (!settings.hasServer) return planFunction(host, { ...site, output })
  const isTyped = existsSync(join(root, 'tsconfig.json'))
  const [routes] = settings.routes
  const own = routes && relativePath(root, routes.folders[0]!)
  const isInSource = ['src/app', 'src/pages'].some((each) => existsSync(join(root, each)))
  const toPath = (path: string): string => {
    const moved = own && path.startsWith(`${folder}/`) ? own + path.slice(folder.length) : path
    if (record.config !== 'next.config') return moved
    const names = routes?.files(PATH).filter((each) => each.startsWith(`${PATH}/route.`)) ?? []
    const type = isTyped ? 'ts' : 'js'
    const name = names.find((each) => each.endsWith(type)) ?? names[0] ?? `${PATH}/route.${type}`
    return `${isInSource ? 'src/' : ''}${folder}/${name}`
  }
  const entries = Object.entries(files).map(([path, body]) => [toPath(path), body])
  return {
    files: Object.fromEntries(entries) as Record<string, string>,
    dependencies: [CORE],
    byHand: byHandServer,
  }
}

/** Returns the function of the host of an app without a server. An empty `output` is a folder that is not known. */
export function planFunction(
  host: HostRecord,
  site: { name: string; url: string; output: string },
): ReturnType<typeof planFiles> {
  const template = host.template(site)
  // These serve the files of our own build, and Workers those of a folder that they name.
  const isServer = Object.keys(template.files).some((path) =>
    (site.output ? /^(?:server|main)\.ts$/ : /^(?:server|main|worker)\.ts$/).test(path),
  )
  if (!isServer) return { ...template, byHand: [] }
  return { files: {}, dependencies: [CORE], byHand: [NO_FUNCTION] }
}

const CORE = '@conversion-capi/core'

/** What to add if the app has no server and the host no template for it. */
const NO_FUNCTION =
  'The app has no server, so the function that receives the events is one of your host: see "An existing project" on its page of the documentation.'
