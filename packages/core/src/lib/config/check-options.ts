import { checkNames } from '../../protocol.ts'

/**
 * Checks the options of a function.
 *
 * @param types The type of each option, as returned by `typeof`, or two types separated by " or ".
 * @throws {TypeError} Names the option that is unknown or has the wrong type.
 */
export function checkOptions(options: object, types: Record<string, string>): void {
  checkNames(options, Object.keys(types))
  for (const [name, value] of Object.entries(options)) {
    const type = types[name]!
    if (value !== undefined && !type.includes(typeof value)) {
      throw new TypeError(`Option "${name}" must be of type ${type}.`)
    }
  }
}
