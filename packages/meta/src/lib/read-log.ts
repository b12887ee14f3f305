import { createReadStream } from 'node:fs'

import type { JsonObject } from '@conversion-capi/core/protocol'

import { readLines } from './list/read-lines.ts'
import { CommandError } from './terminal/errors.ts'
import { parseJsonObject } from './try-call.ts'

export async function* readLog(path: string): ReturnType<typeof readLines> {
  try {
    yield* readLines(createReadStream(path), 'utf-8', false)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new CommandError(`The file ${path} cannot be read (${code}). Correct --logs.`)
  }
}

/** Returns the first object with a name that starts so, in the JSON of a line. */
export function findRecord(text: string, start = 'conversion.outcome'): JsonObject | undefined {
  if (!text.includes(start)) return undefined
  const line = parseJsonObject(text.slice(text.indexOf('{')))
  if (!line || Object.keys(line).some((key) => key.startsWith(start))) return line
  const nested = Object.values(line).find(
    (value) => typeof value === 'string' && value.includes(start),
  )
  return findRecord((nested as string | undefined) ?? '', start)
}
