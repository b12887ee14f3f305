/** Reads an option of the command line; a sentence on what it must be ends the program. */
export function wholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`--${option} must be a whole number, not "${text}".`)
  process.exit(1)
}
