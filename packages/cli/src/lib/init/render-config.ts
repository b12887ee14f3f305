import type { Answers } from './answers.ts'
import type { Draft } from './describe-school.ts'

/** The comment above a guessed fact. `build` warns while it is there. */
export const GUESSED = '// Guessed by init. Check it, then remove this comment.'

/**
 * Renders `school.config.ts`.
 *
 * @param draft The description.
 * @param answers The answers.
 */
export function renderConfig({ school, guessed }: Draft, answers: Answers): string {
  const { host, pixelId, pages } = answers
  const site = { host, pixelId, ...(pages !== 'public' && { pages }) }
  const fields = Object.entries(school).map(([name, value]) => {
    const comment = guessed.includes(name as keyof typeof school) ? `  ${GUESSED}\n` : ''
    return `${comment}  ${name}: ${literal(value).replaceAll('\n', '\n  ')},\n`
  })
  return `import { defineSchool } from '@conversion-capi/content'
import type { SiteOptions } from 'conversion-capi'

/** Where the site runs, and where its files are. */
export const site: SiteOptions = ${literal(site)}

/** The facts about the school. Every generated file is rendered from them. */
export default defineSchool({
${fields.join('')}})
`
}

/** Returns a value as TypeScript: JSON with single quotes and without quotes around names. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"(\w+)":/gm, '$1$2:')
    .replaceAll(
      /"((?:[^"\\]|\\.)*)"/g,
      (_, text: string) =>
        `'${text.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`,
    )
    .replaceAll(/(?<=[}\]'\w])$(?=\n *[}\]])/gm, ',')
}
