import { checkNames } from '../../protocol.ts'

/** Throws a TypeError that names an option that is unknown or has none of its types, such as `object or function`. */
export function checkOptions(options: object, types: Record<string, string>): void {
  checkNames(options, Object.keys(types))
  for (const [name, value] of Object.entries(options)) {
    const type = types[name]!
    if (value !== undefined && !type.includes(typeof value)) {
      throw new TypeError(`Option "${name}" must be of type ${type}.`)
    }
  }
}
