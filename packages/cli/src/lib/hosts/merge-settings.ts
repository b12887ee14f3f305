import { isDeepStrictEqual } from 'node:util'

import { CONVERSION_PATH, isJsonObject } from '@conversion-capi/core/protocol'
import { CommandError, readText } from '@conversion-capi/meta/terminal'
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'

/**
 * Merges generated settings into a settings file: JSON with comments, or TOML with other tables. Lists are
 * concatenated, the own entries first, except for the endpoint's: an own rule for all paths would take its requests. The result has no comments. Throws if both define the same setting, because
 * neither may win silently.
 */
export function mergeSettings(file: string, own: string, added: string): string {
  return file.endsWith('.toml') ? mergeToml(file, own, added) : mergeJson(file, own, added)
}

/** Returns generated settings, merged into the settings file of a folder if it has one. */
export async function extendSettings(folder: string, path: string, added: string): Promise<string> {
  const own = await readText(folder, path)
  return own === undefined ? added : mergeSettings(path, own, added)
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
    throw new CommandError(
      `${file} defines settings that the build writes too. Remove these from it:\n\n${rest}`,
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
  const merged = merge(file, parseJson(file, own), JSON.parse(added), '')
  return `${JSON.stringify(merged, null, 2)}\n`
}

function parseJson(file: string, text: string): object {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error === undefined && isJsonObject(value)) return value
  const line = text.slice(0, error?.offset ?? 0).split('\n').length
  const message = error ? `${printParseErrorCode(error.error)}.` : 'Expected an object.'
  throw new CommandError(`${file} is not valid JSON. Fix the error below.`, [
    { level: 'error', file, line, message },
  ])
}

function merge(file: string, own: object, added: object, path: string): object {
  const merged: Record<string, unknown> = { ...own }
  for (const [key, value] of Object.entries(added)) {
    const current = merged[key]
    if (current === undefined || isDeepStrictEqual(current, value)) merged[key] = value
    else if (Array.isArray(current) && Array.isArray(value)) merged[key] = union(current, value)
    else if (isJsonObject(current) && isJsonObject(value)) {
      merged[key] = merge(file, current, value, `${path}${key}.`)
    } else {
      throw new CommandError(
        `${file} sets "${path}${key}", which the build sets to ${JSON.stringify(value)}. Remove it from ${file}.`,
      )
    }
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
