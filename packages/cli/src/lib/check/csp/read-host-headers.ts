import { pathToRegexp } from 'path-to-regexp'
import { parse as parseToml } from 'smol-toml'

/** Headers that the host adds to the responses of some paths. */
export interface HeaderRule {
  /** Returns whether the rule applies to a path. */
  matches: (path: string) => boolean
  /** The headers, with names in lower case. */
  headers: Map<string, string>
  /** The line in the settings file, if known. */
  line?: number
}

/**
 * Reads the headers of a settings file of a host: `_headers`, `netlify.toml` or `vercel.json`. Rules with conditions
 * are ignored.
 *
 * @param name The name of the file.
 * @param text The content.
 * @returns The rules in the order of the file.
 * @throws {Error} If the file cannot be parsed.
 */
export function readHostHeaders(name: string, text: string): HeaderRule[] {
  if (name === '_headers') return parseHeadersFile(text)
  return name === 'netlify.toml' ? parseNetlifyToml(text) : parseVercelJson(text)
}

/** The names of the settings files that {@link readHostHeaders} can read. */
export const HOST_SETTINGS: readonly string[] = ['_headers', 'netlify.toml', 'vercel.json']

/** @see https://docs.netlify.com/manage/routing/headers/#syntax-for-the-headers-file */
function parseHeadersFile(text: string): HeaderRule[] {
  const rules: HeaderRule[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue
    if (/^\s/.test(line)) addHeader(rules.at(-1), line)
    else {
      rules.push({ matches: matchPattern(line.trim()), headers: new Map(), line: index + 1 })
    }
  }
  return rules
}

function addHeader(rule: HeaderRule | undefined, line: string): void {
  const colon = line.indexOf(':')
  const name = line.slice(0, colon).trim().toLowerCase()
  if (rule === undefined || colon === -1) return
  const value = line.slice(colon + 1).trim()
  const previous = rule.headers.get(name)
  rule.headers.set(name, previous === undefined ? value : `${previous}, ${value}`)
}

/** Matches a path with `*` and `:placeholder`. Cloudflare also accepts a full URL. */
function matchPattern(pattern: string): HeaderRule['matches'] {
  const path = pattern.replace(/^https?:\/\/[^/]*/, '')
  const source = path
    .split(/(\*|:[A-Za-z]\w*)/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      return part === '*' ? '.*' : '[^/]+'
    })
    .join('')
  const expression = new RegExp(`^${source}$`)
  return (each) => expression.test(each)
}

function parseNetlifyToml(text: string): HeaderRule[] {
  const { headers } = parseToml(text) as { headers?: unknown }
  return list(headers).map(({ for: pattern, values }) => ({
    matches: matchPattern(String(pattern)),
    headers: toHeaders(Object.entries((values ?? {}) as object)),
  }))
}

/** @see https://vercel.com/docs/project-configuration/vercel-json#headers */
function parseVercelJson(text: string): HeaderRule[] {
  const { headers } = JSON.parse(text) as { headers?: unknown }
  return list(headers)
    .filter(({ has, missing }) => has === undefined && missing === undefined)
    .map(({ source, headers }) => {
      const expression = pathToRegexp(String(source), [], { strict: true, sensitive: true })
      return {
        matches: (path: string) => expression.test(path),
        headers: toHeaders(list(headers).map(({ key, value }) => [String(key), value])),
      }
    })
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value)
    ? value.filter((item) => typeof item === 'object' && item !== null)
    : []
}

function toHeaders(entries: [string, unknown][]): Map<string, string> {
  return new Map(entries.map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]))
}
