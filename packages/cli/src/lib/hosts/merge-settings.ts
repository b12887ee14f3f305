import { isDeepStrictEqual } from 'node:util'

import { isJsonObject } from '@conversion-capi/core/protocol'
import { CommandError, tryCall } from '@conversion-capi/meta/terminal'
import { parse as parseJsonc, type ParseError, printParseErrorCode } from 'jsonc-parser'
import { parse, stringify, type TomlError } from 'smol-toml'

/**
 * Merges generated settings into a settings file: JSON with comments, or TOML. Lists are concatenated, the own entries
 * first. Comments are kept only in TOML without tables that both define. Throws if both define the same setting, because
 * neither may win silently.
 */
export function mergeSettings(file: string, own: string, added: string): string {
  return file.endsWith('.toml') ? mergeToml(file, own, added) : mergeJson(file, own, added)
}

function mergeToml(file: string, own: string, added: string): string {
  const settings = parseToml(file, own)
  const merged = stringify(merge(file, settings, parse(added), ''))
  if (merged === stringify(settings)) return own
  const appended = `${own}\n${added}`
  return tryCall(() => stringify(parse(appended))) === merged ? appended : merged
}

function parseToml(file: string, text: string): object {
  try {
    return parse(text)
  } catch (error) {
    const { message, line } = error as TomlError
    throw new CommandError(`${file} is not valid TOML. Fix the error below.`, [
      { level: 'error', file, line, message: message.split('\n')[0]! },
    ])
  }
}

function mergeJson(file: string, own: string, added: string): string {
  const merged = merge(file, parseJson(file, own), JSON.parse(added), '')
  return `${JSON.stringify(merged, null, 2)}\n`
}

function parseJson(file: string, text: string): object {
  const errors: ParseError[] = []
  const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true })
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
  return [...own, ...added.filter((each) => !own.some((other) => isDeepStrictEqual(each, other)))]
}
