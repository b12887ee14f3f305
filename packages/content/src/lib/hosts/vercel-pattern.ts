/** One path as a regular expression. */
export function vercelPattern(path: string): string {
  return `^${path.replaceAll(/[.$]/g, String.raw`\$&`)}$`
}
