import type { StaticHost } from '@conversion-capi/content'
import { isJsonObject } from '@conversion-capi/core/protocol'

import type { HeaderRule } from './header-rules.ts'

export interface HostRecord {
  /** What runs there and what it costs, for the question of `init`. */
  meaning: string
  /** The files and folders with the function, which the build copies. */
  copied: string[]
  /** The settings file, into which the build merges the generated settings. */
  settings?: string
  /** The files and folders by which `init` recognizes the host. Only this host reads them. */
  signs?: string[]
  /** `output` is the folder that a framework writes, or empty if it is not known. */
  template: (site: { name: string; url: string; output?: string }) => {
    files: Record<string, string>
    settings?: string
    dependencies: string[]
  }
  /** The name of the host in `renderHostFiles`, if files set its headers. */
  rendered?: StaticHost
  /** Whether it can respond by the `Accept` header. */
  negotiates?: true
  /** Returns the spelling of a path that it serves without a redirect, if `_redirects` can name the others. */
  spell?: (path: string) => string | undefined
  /** Where the build puts packages for a host that installs none: Deno and Supabase. */
  packages?: string
  /** The number of rules of `_headers` that the host reads. @default all */
  maxHeaderRules?: number
  /** Readers of the files that add headers, by the name of the file. They throw if it cannot be parsed. */
  headers?: Record<string, (text: string) => HeaderRule[]>
  /** Returns the line of a rule in the settings file that takes requests from the endpoint. */
  findBlockingRule?: (settings: string) => number | undefined
  /** Reads the variables of the proxy in the settings file, and the names of those that only builds get. */
  readVariables?: (settings: string) => { env: Record<string, string>; buildOnly: string[] }
}

export function proxyVariables(table: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(isJsonObject(table) ? table : {})
      .filter(([name]) => name.startsWith('META_'))
      .map(([name, value]) => [name, String(value)]),
  )
}

export function renderFunction(adapter: string): string {
  return `import { createFunction } from '@conversion-capi/${adapter}'\n\nexport default createFunction()\n`
}

export function renderJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

export const READ_FILES = `// Written by \`conversion-capi build\`, with the type and the headers of each file.
const { files } = JSON.parse(readFileSync(new URL('files.json', import.meta.url), 'utf8'))
for (const file of files) file.body = readFileSync(new URL(file.file, import.meta.url))
`
