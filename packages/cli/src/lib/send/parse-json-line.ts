import { parseJsonObject } from '../parse-json.ts'
import type { ParsedLine } from './parse-csv-line.ts'

/** Parses a line of a JSON Lines file. */
export function parseJsonLine(text: string): ParsedLine {
  const value = parseJsonObject(text)
  if (value !== undefined) return { ok: true, value }
  return {
    ok: false,
    error: 'The line is not a JSON object. Write each event on one line: {"event_name": …}.',
  }
}
