import { ENGLISH_LABELS, hasBuiltInLabels } from '@conversion-capi/content'

/**
 * Renders `labels.ts`, with an empty label for every built-in one.
 *
 * @returns The file, or `undefined` if the language has built-in labels.
 */
export function renderLabels(language: string): string | undefined {
  if (hasBuiltInLabels(language)) return undefined
  const lines = Object.entries(ENGLISH_LABELS).map(([name, text]) => `  ${name}: '', // ${text}\n`)
  const displayName = new Intl.DisplayNames('en', { type: 'language' }).of(language)
  return `import type { Labels } from '@conversion-capi/content'

/**
 * The texts around the facts of the school, in ${displayName}. Write each between its quotes: the comment is its meaning.
 * An empty text is not translated yet. Until all are, the build leaves out the files that need them.
 */
export const LABELS: Labels = {
${lines.join('')}}
`
}
