/**
 * Checks that options are an object with known names.
 *
 * @param options What the caller passed.
 * @param names The names of all options.
 * @throws {TypeError} If the options are not an object, or if one is unknown.
 */
export function checkOptions(options: unknown, names: string[]): void {
  const list = names.join(', ')
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`The options must be an object. Write { ${list} }.`)
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const advice = names.length > 1 ? `Use one of ${list}.` : `The option is ${list}.`
  throw new TypeError(`Option "${unknown}" is unknown. ${advice}`)
}
