import type { School } from '@conversion-capi/content'

import { PIXEL_LOADER } from '../site/tracker-options.ts'
import type { Answers } from './answers.ts'
import type { SourcePage } from './read-pages.ts'

/**
 * Renders `school.config.ts`.
 *
 * @param school The description.
 * @param answers The answers.
 * @param pages The pages.
 * @param hasLabels Whether `labels.ts` has the labels.
 */
export function renderConfig(
  school: School,
  answers: Answers,
  pages: SourcePage[],
  hasLabels: boolean,
): string {
  const { host, pixelId, pages: folder } = answers
  const site = {
    host,
    pixelId,
    ...(folder !== 'public' && { pages: folder }),
    ...(needsRouter(pages) && { tracker: { singlePage: true } }),
  }
  const fields = Object.entries(school).map(
    ([name, value]) => `  ${name}: ${literal(value).replaceAll('\n', '\n  ')},\n`,
  )
  return `import { defineSchool } from '@conversion-capi/content'
import type { SiteOptions } from 'conversion-capi'
${hasLabels ? `\nimport { LABELS } from './labels.ts'\n` : ''}
/** Where the site runs, and where its files are. */
export const site: SiteOptions = ${literal(site)}

/** The facts about the school. Every generated file is rendered from them. */
export default defineSchool({
${fields.join('')}${hasLabels ? '  labels: LABELS,\n' : ''}})
`
}

/** Generators whose pages change the URL by script after the first page. */
const ROUTERS = new Set(['Docusaurus', 'Gatsby', 'VitePress', 'VuePress'])

/** If the pages load the pixel, it counts these page views itself. */
function needsRouter(pages: SourcePage[]): boolean {
  return (
    pages.some(({ scanned }) => scanned.builder !== undefined && ROUTERS.has(scanned.builder)) &&
    !pages.some(({ html }) => PIXEL_LOADER.test(html))
  )
}

/** Returns a value as TypeScript: JSON with single quotes and without quotes around names. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll(
      /"((?:[^"\\]|\\.)*)"/g,
      (_, text: string) =>
        `'${text.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`,
    )
    .replaceAll(/(?<=[}\]'\w])$(?=\n *[}\]])/gm, ',')
}
