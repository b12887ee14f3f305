import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Project } from '../project/load-project.ts'
import type { Framework } from '../project/site-options.ts'
import {
  defaultSettings,
  type FrameworkSettings,
  fromAstro,
  fromNext,
  fromNuxt,
  fromVite,
} from './framework-settings.ts'

/** Returns the settings of an app as its framework resolves them, or why it cannot. */
export async function readSettings(
  root: string,
  framework: Framework,
): Promise<{ settings: FrameworkSettings } | { reason: string }> {
  const reader = READERS[framework as keyof typeof READERS] ?? READERS.vite
  try {
    // In a process of its own: plugins print, and keep files open.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', `${LOAD}${reader.code}${PRINT}`],
      { cwd: root, timeout: MAX_SECONDS * 1000, maxBuffer: 2 ** 26 },
    )
    const resolved = JSON.parse(stdout.slice(stdout.lastIndexOf(MARK) + MARK.length)) as never
    return { settings: reader.convert(root, resolved) }
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    const [reason] = /^\w*Error\b.*$/m.exec(stderr ?? '') ?? [message.split('\n', 1)[0]!]
    return { reason }
  }
}

/** The same, or the defaults of the framework. Other programs serve a folder. */
export async function settingsOf(project: Project): Promise<FrameworkSettings> {
  const { root, site } = project
  if (!site.framework || site.framework === 'other') return defaultSettings(project)
  const read = await readSettings(root, site.framework)
  return 'settings' in read ? read.settings : defaultSettings(project)
}

const MAX_SECONDS = 60
const MARK = '\u0000settings:'

/** The project has these packages, this one does not. */
const LOAD = `
const root = process.cwd()
const load = (name) => import(name)
`

/** Prints the fields of `resolved` that the converters read. Functions and cycles are left out. */
const PRINT = `
const fields = ['root', 'base', 'publicDir', 'build', 'plugins', '__reactRouterPluginContext', 'srcDir', 'trailingSlash',
  'adapter', 'rootDir', 'serverDir', 'dir', 'app', 'nitro', 'basePath', 'skipTrailingSlashRedirect', 'output', 'pageExtensions']
const seen = new Set()
const text = JSON.stringify(resolved, function (key, value) {
  if (this === resolved && !fields.includes(key)) return undefined
  if (typeof value !== 'object' || value === null || value instanceof URL) return value
  if (seen.has(value)) return undefined
  seen.add(value)
  return value
})
process.stdout.write(${JSON.stringify(MARK)} + text, () => process.exit())
`

const VITE = `
const { resolveConfig } = await load('vite')
const resolved = await resolveConfig({ root, logLevel: 'silent' }, 'build', 'production', 'production')
`

const READERS = {
  vite: { code: VITE, convert: (_: string, resolved: never) => fromVite(resolved) },
  astro: {
    code: `
const { getViteConfig } = await load('astro/config')
let resolved
const hooks = { 'astro:config:done': ({ config }) => { resolved = config } }
const inline = { root, logLevel: 'silent', integrations: [{ name: 'settings', hooks }] }
await getViteConfig({}, inline)({ mode: 'production', command: 'build' })
`,
    convert: (_: string, resolved: never) => fromAstro(resolved),
  },
  nuxt: {
    code: `
const { loadNuxtConfig } = await load('nuxt/kit')
const resolved = await loadNuxtConfig({ cwd: root })
const { default: manifest } = await import(root + '/package.json', { with: { type: 'json' } })
if (/\\bnux[ti] generate\\b/.test(manifest.scripts?.build)) resolved.nitro = { static: true }
`,
    convert: (_: string, resolved: never) => fromNuxt(resolved),
  },
  next: {
    // The phase in which no plugin builds.
    code: `
const { default: config } = await load('next/dist/server/config.js')
const resolved = await config.default('phase-info', root)
`,
    convert: (root: string, resolved: never) => fromNext(root, resolved),
  },
}
