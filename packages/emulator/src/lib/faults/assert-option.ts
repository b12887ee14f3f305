/** Throws a `TypeError` if an option is invalid. The message omits the value: it may be a token. */
export function assertOption(isValid: boolean, name: string, expected: string): void {
  if (!isValid) throw new TypeError(`${name} must be ${expected}.`)
}
