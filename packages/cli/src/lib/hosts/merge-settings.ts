import { isDeepStrictEqual } from 'node:util'

import { CONVERSION_PATH, isJsonObject } from '@conversion-capi/core/protocol'
import { CommandError, lineAt, readText } from '@conversion-capi/meta/terminal'
import {
  findNodeAtLocation,
  parse,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'

import { readHeadersFile } from './header-rules.ts'

/**
 * Merges generated settings into a file of the school:
 *
 * - JSON with comments: lists are concatenated, the own entries first, except for the endpoint's: an own rule for all
 *   paths would take its requests. The result has no comments.
 * - TOML with other tables.
 * - `_headers` and `_redirects`: the own rules win.
 *
 * Throws if both define the same setting, because neither may win silently.
 */
export function mergeSettings(file: string, own: string, added: string): string {
  if (file === '_headers') return mergeHeaders(own, added)
  if (file === '_redirects') return mergeRedirects(own, added)
  return file.endsWith('.toml') ? mergeToml(file, own, added) : mergeJson(file, own, added)
}

/** Returns generated settings, merged into the settings file of a folder if it has one. */
export async function extendSettings(folder: string, path: string, added: string): Promise<string> {
  const own = await readText(folder, path)
  return own === undefined ? added : mergeSettings(path, own, added)
}

/**
 * Netlify uses the last value of a header. Cloudflare appends it to the others, and uses only the last rule of a path.
 * Hence a header that an own rule sets is left out of ours, except those that are lists.
 */
function mergeHeaders(own: string, added: string): string {
  const lines = own.split(/\r?\n/)
  const rules = readHeadersFile(own)
  const kept: string[] = []
  for (const block of added.trimEnd().split('\n\n')) {
    const [path = '', ...headers] = block.split('\n')
    const names = new Set(
      rules.flatMap((each) => (each.matches(path) ? [...each.headers.keys()] : [])),
    )
    const missing = headers.filter((line) => {
      const name = line.split(':')[0]!.trim().toLowerCase()
      return /^(?:link|vary)$/.test(name) || !names.has(name)
    })
    const place = lines.findIndex((line) => line.trimEnd() === path)
    if (place !== -1) lines.splice(place, 1, [path, ...missing].join('\n'))
    else if (missing.length > 0 || path.startsWith('#')) kept.push([path, ...missing].join('\n'))
  }
  return `${kept.join('\n\n')}\n\n${lines.join('\n')}`
}

/** The first rule wins. Cloudflare reads few rules with a pattern, and counts all that follow the first of them. */
function mergeRedirects(own: string, added: string): string {
  const lines = `${own}\n${added}`.split(/\r?\n/)
  const isPattern = (line: string): boolean => /^\s*[^\s#]*(?:\*|\/:\w)/.test(line)
  return [...lines.filter((line) => !isPattern(line)), ...lines.filter(isPattern), ''].join('\n')
}

function mergeToml(file: string, own: string, added: string): string {
  const fault = findTomlFault(own)
  if (fault) {
    throw new CommandError(`${file} is not valid TOML. Fix the error below.`, [
      { level: 'error', file, ...fault },
    ])
  }
  const { merged, rest } = extendTables(own, added)
  if (findTomlFault(merged)) {
    const header = rest.trim().split('\n')[0]!
    const line = own.split('\n').findIndex((each) => each.trim() === header) + 1
    const message = `The table ${header} has settings that the build writes too.`
    throw new CommandError(
      `${file} defines settings that the build writes too. Remove these from it:\n\n${rest}`,
      line > 0 ? [{ level: 'error', file, line, message }] : [],
    )
  }
  return merged
}

/** Adds settings to the tables that a file has, and appends the rest: other tables, and settings in conflict. */
function extendTables(own: string, added: string): { merged: string; rest: string } {
  let merged = own
  const rest = added
    .split(/^(?=\[)/m)
    .map((table) => {
      const [header = '', ...lines] = table.trimEnd().split('\n')
      const place = merged.split('\n').findIndex((line) => line.trim() === header)
      if (!/^\[[^[]/.test(header) || place === -1) return table
      const settings = merged.split('\n')
      const end = settings.findIndex((line, index) => index > place && /^\s*\[/.test(line))
      const known = settings.slice(place + 1, end === -1 ? undefined : end).map(toKeyValue)
      const missing = lines.filter((line) => !known.includes(toKeyValue(line)))
      const keys = new Set(known.map((line) => line.split('=')[0]!))
      if (missing.some((line) => keys.has(toKeyValue(line).split('=')[0]!))) return table
      settings.splice(place + 1, 0, ...missing)
      merged = settings.join('\n')
      return ''
    })
    .join('')
  return { merged: rest.trim() === '' ? merged : `${merged}\n${rest}`, rest }
}

function toKeyValue(line: string): string {
  return line.replaceAll(/\s+/g, '').replaceAll("'", '"')
}

function findTomlFault(text: string): { message: string; line: number } | undefined {
  try {
    parseToml(text)
    return undefined
  } catch (error) {
    const { message, line } = error as Error & { line: number }
    return { message: message.split('\n')[0]!, line }
  }
}

function mergeJson(file: string, own: string, added: string): string {
  const merged = merge(parseJson(file, own), JSON.parse(added), [], (path, value) => {
    const node = findNodeAtLocation(parseTree(own)!, path)
    const line = lineAt(own, node!.offset)
    const message = `The build sets "${path.join('.')}" to ${JSON.stringify(value)}.`
    throw new CommandError(
      `${file} sets "${path.join('.')}", which the build sets too. Remove it from ${file}.`,
      [{ level: 'error', file, line, message }],
    )
  })
  return `${JSON.stringify(merged, null, 2)}\n`
}

function parseJson(file: string, text: string): object {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error === undefined && isJsonObject(value)) return value
  const line = lineAt(text, error?.offset ?? 0)
  const message = error ? `${printParseErrorCode(error.error)}.` : 'Expected an object.'
  throw new CommandError(`${file} is not valid JSON. Fix the error below.`, [
    { level: 'error', file, line, message },
  ])
}

function merge(
  own: object,
  added: object,
  path: string[],
  refuse: (path: string[], value: unknown) => never,
): object {
  const merged: Record<string, unknown> = { ...own }
  for (const [key, value] of Object.entries(added)) {
    const current = merged[key]
    const inner = [...path, key]
    if (current === undefined || isDeepStrictEqual(current, value)) merged[key] = value
    else if (Array.isArray(current) && Array.isArray(value)) merged[key] = union(current, value)
    else if (isJsonObject(current) && isJsonObject(value)) {
      merged[key] = merge(current, value, inner, refuse)
    } else refuse(inner, value)
  }
  return merged
}

/** Keeps entries that both lists have once, so that settings can be merged again. */
function union(own: unknown[], added: unknown[]): unknown[] {
  const all = [
    ...own,
    ...added.filter((each) => !own.some((other) => isDeepStrictEqual(each, other))),
  ]
  const isEndpoint = (entry: unknown): boolean =>
    isJsonObject(entry) && Reflect.get(entry, 'source') === CONVERSION_PATH
  return [...all.filter(isEndpoint), ...all.filter((entry) => !isEndpoint(entry))]
}
