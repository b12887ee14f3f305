import type { Finding, Level } from '@conversion-capi/content'
import {
  COMMON_ARGS,
  countFindings,
  createCommand,
  describeFinding,
  escapeLine,
  findHtmlFile,
  renderHtmlPage,
  renderList,
  showProgress,
  UsageError,
  writeHtmlFile,
} from '@conversion-capi/meta/terminal'

import { probeSite } from '../probe/probe-site.ts'

export const probe = createCommand({
  args: {
    origin: {
      type: 'positional',
      required: false,
      description: 'The origin of the deployment, such as https://school.example.',
    },
    dir: { type: 'string', description: COMMON_ARGS.dir.description },
    html: {
      type: 'string',
      description:
        'Also write the result as a page, such as probe.html. Replaces only such a page.',
    },
    json: COMMON_ARGS.json,
  },
  async run(args, streams) {
    if (args.origin === undefined) {
      throw new UsageError('probe needs an origin. Write probe https://school.example.')
    }
    const { origin, dir, html } = args
    const file = await findHtmlFile(streams, html, 'probe')
    const findings = await showProgress(
      `Requesting ${origin}`,
      probeSite({ origin, ...(dir !== undefined && { dir }) }),
      streams,
    )
    if (file !== undefined) await writeHtmlFile(file, renderFindings(origin, findings))
    const page = file === undefined ? '' : `\nThe page is in ${file}.`
    return { findings, summary: countFindings(findings) + page }
  },
})

const HEADINGS: [heading: string, levels: Level[]][] = [
  ['What to do', ['error', 'warning']],
  ['Verified', ['verified']],
  ['Good to know', ['info']],
  ['What probe cannot know', ['unverifiable']],
]

/** Renders what `probe` found as one HTML file that loads nothing. */
function renderFindings(origin: string, findings: Finding[]): string {
  const lists = HEADINGS.map(([heading, levels]) =>
    renderList(
      heading,
      findings.filter(({ level }) => levels.includes(level)).map(describeFinding),
    ),
  )
  return renderHtmlPage({
    command: 'probe',
    title: `Is ${new URL(origin).host} tracked?`,
    main: `<p class="period">${escapeLine(countFindings(findings))}</p>\n${lists.join('\n')}`,
    source: 'reads the published pages and sends no event',
  })
}
