import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

import { isJsonObject } from '@conversion-capi/core/protocol'

import { didYouMean } from '../terminal/did-you-mean.ts'
import { CommandError } from '../terminal/errors.ts'
import { parseJsonObject, tryCall } from '../try-call.ts'
import { DATE_ORDERS, type TimeFormat } from './event-time.ts'

/** How the columns of a CSV file become fields of events. Without one, each column has the name of its field. */
export interface Mapping extends TimeFormat {
  /** The character before the decimals. @default '.' */
  decimal?: '.' | ','
  /** The currency sign or code next to each amount: `R$`. */
  sign?: string
  /** The encoding of a file without a byte order mark. @default 'utf-8' */
  encoding?: string
  /** The field of each column by its name, or `null` if the column is not sent. */
  columns?: Record<string, string | null>
  /** The cells of columns that the file lacks, by their field. */
  constants?: Record<string, string>
  /**
   * The lines that are read: in each of these columns, they have one of the texts. `{}`: all. Without it, a column that
   * looks like a status is asked about.
   */
  only?: Record<string, string[]>
}

const SETTINGS: Record<keyof Mapping, { isValid: (value: unknown) => boolean; expected: string }> =
  {
    encoding: {
      isValid: (value) => tryCall(() => new TextDecoder(value as string)) !== undefined,
      expected: 'the name of an encoding, such as "windows-1251"',
    },
    zone: {
      isValid: (value) =>
        tryCall(() => new Intl.DateTimeFormat('en', { timeZone: value as string })) !== undefined,
      expected: 'a time zone, such as "Europe/Moscow"',
    },
    dates: {
      isValid: (value) => DATE_ORDERS.some((each) => each === value),
      expected: DATE_ORDERS.map((each) => `"${each}"`).join(' or '),
    },
    decimal: { isValid: (value) => value === '.' || value === ',', expected: '"." or ","' },
    sign: { isValid: isString, expected: 'the characters next to each amount, such as "€"' },
    columns: {
      isValid: (value) => isRecordOf(value, (each) => each === null || isString(each)),
      expected: 'an object such as {"Order number": "event_id", "Notes": null}',
    },
    constants: {
      isValid: (value) => isRecordOf(value, isString),
      expected: 'an object such as {"event_name": "Purchase"}',
    },
    only: {
      isValid: (value) =>
        isRecordOf(value, (each) => Array.isArray(each) && each.length > 0 && each.every(isString)),
      expected: 'an object such as {"Status": ["paid"]}',
    },
  }

export function checkSetting(key: keyof Mapping, value: unknown): string | undefined {
  const { isValid, expected } = SETTINGS[key]
  return isValid(value) ? undefined : `${key} must be ${expected}.`
}

/** Reads a mapping file. Without a file, the mapping is empty. */
export async function readMapping(path: string, isRequired: boolean): Promise<Mapping> {
  if (!existsSync(path) && !isRequired) return {}
  const text = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(`The file ${path} cannot be read (${code}). Correct --mapping.`)
  })
  const mapping = parseJsonObject(text)
  if (!mapping) throw new CommandError(`${basename(path)} is not a JSON object. Correct the file.`)
  for (const [key, value] of Object.entries(mapping)) {
    const problem = Object.hasOwn(SETTINGS, key)
      ? checkSetting(key as keyof Mapping, value)
      : `"${key}" is unknown.${didYouMean(key, Object.keys(SETTINGS)) || ` Write one of ${Object.keys(SETTINGS).join(', ')}.`}`
    if (problem !== undefined) throw new CommandError(`${basename(path)}: ${problem}`)
  }
  return mapping
}

function isString(value: unknown): boolean {
  return typeof value === 'string'
}

function isRecordOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return isJsonObject(value) && Object.values(value).every(isItem)
}
