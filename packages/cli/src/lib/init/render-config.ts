import type { NationalPhone } from '@conversion-capi/core/pii'
import { ENGLISH_LABELS, hasBuiltInLabels, type School } from '@conversion-capi/content'

import type { SiteOptions } from '../project/site-options.ts'
import { PIXEL_LOADER } from '../site/tracker-options.ts'
import type { Answers } from './questions.ts'
import type { SourcePage } from './read-pages.ts'

export function renderConfig(
  school: School,
  answers: Answers,
  pages: SourcePage[],
  { labels, isLate }: { labels: string | undefined; isLate: boolean },
): string {
  const { host, pixelId, framework, pages: folder = 'public', builder, platform } = answers
  const hasLabels = labels !== undefined
  // The type checks of frameworks reject an extension.
  const extension = framework === undefined || framework === 'other' ? '.ts' : ''
  const tracker = { ...(isLate && { pageView: false }), ...trackerOf(answers, pages) }
  const site = {
    host,
    pixelId,
    ...(framework && { framework }),
    ...(builder && { builder: { url: new URL(builder).origin, ...(platform && { platform }) } }),
    ...(folder !== 'public' && { pages: folder }),
    ...(Object.keys(tracker).length > 0 && { tracker }),
  }
  const fields = Object.entries(school).map(
    ([name, value]) => `  ${name}: ${literal(value).replaceAll('\n', '\n  ')},\n`,
  )
  return `import { defineSchool } from '@conversion-capi/content'
import type { SiteOptions } from 'conversion-capi'
${hasLabels ? `\nimport { LABELS } from './labels${extension}'\n` : ''}
/** ${builder ? 'Where the function runs, and whose pages send events to it.' : 'Where the site runs, and where its files are.'} */
export const site: SiteOptions = ${literal(site)}

/** ${builder ? 'The deployment. Its only page hands over the line for the site builder.' : 'The facts about the school. Every generated file is rendered from them.'} */
export default defineSchool({
${fields.join('')}${hasLabels ? '  labels: LABELS,\n' : ''}})
`
}

/** Renders `labels.ts` with an empty label for every built-in one, unless the language has built-in labels. */
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

function trackerOf(
  { consent, nationalPhone, program }: Answers,
  pages: SourcePage[],
): NonNullable<SiteOptions['tracker']> {
  return {
    ...(needsRouter(pages) && { singlePage: true }),
    ...(consent === 'wait' && { consent }),
    ...(nationalPhone && { nationalPhone: toNationalPhone(nationalPhone) }),
    ...(program === 'yes' && { program: true }),
  }
}

export function toNationalPhone(answer: string): NationalPhone {
  const [countryCode = '', trunkPrefix] = answer.split(':')
  return { countryCode, ...(trunkPrefix && { trunkPrefix }) }
}

/** Generators whose pages change the URL by script after the first page. */
const ROUTERS = new Set(['Docusaurus', 'Gatsby', 'VitePress', 'VuePress'])

/** If the pages load the pixel, it counts these page views itself. */
function needsRouter(pages: SourcePage[]): boolean {
  return (
    pages.some(({ scanned }) => scanned.application || ROUTERS.has(scanned.builder ?? '')) &&
    !pages.some(({ html }) => PIXEL_LOADER.test(html))
  )
}

/** Returns a value as TypeScript: JSON with single quotes and without quotes around names. */
export function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll(
      /"((?:[^"\\]|\\.)*)"/g,
      (_, text: string) =>
        `'${text.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`,
    )
    .replaceAll(/(?<=[}\]'\w])$(?=\n *[}\]])/gm, ',')
}
