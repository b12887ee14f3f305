import { ENGLISH } from '../../../../packages/content/src/lib/school/labels/english.ts'

export function renderLabels(): string {
  const labels = Object.entries(ENGLISH).map(([name, text]) => `- \`${name}\`: ${text}`)
  return `# Labels\n\nThe keys of \`labels\` in the description of a school, with the English texts.\n\n${labels.join('\n')}`
}
