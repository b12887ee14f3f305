/** Throws a `TypeError` that says what is expected; the value is not repeated: it may be a token. */
export function check(isValid: boolean, name: string, expected: string): void {
  if (!isValid) throw new TypeError(`Emulator: ${name} must be ${expected}`)
}
