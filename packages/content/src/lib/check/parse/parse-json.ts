import { isJsonTooDeep, tooDeep } from './parse-limits.ts'

/**
 * Parses JSON.
 *
 * @throws {SyntaxError} If the JSON is invalid.
 * @throws {RangeError} If it is nested too deep.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (isJsonTooDeep(value)) throw new RangeError(tooDeep('JSON').message)
  return value
}
