import type { Rule } from './rules.ts'

/**
 * Returns the lines of the README that list the findings of a command.
 *
 * @param rules The texts, by code.
 */
export function listRules(rules: Record<string, Rule>): string {
  return Object.entries(rules)
    .map(([code, { level, message, fix }]) => {
      const label = level === 'unverifiable' ? 'not verifiable' : level
      return `- \`${code}\`, ${label}: ${escape(`${message} ${fix}`.trim())}`
    })
    .join('\n')
}

/** The texts contain HTML, which Markdown would drop. */
function escape(text: string): string {
  return text.replaceAll('<', String.raw`\<`)
}
