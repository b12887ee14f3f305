import type { Finding, Level } from '@conversion-capi/content'
import {
  countFindings,
  describeFinding,
  escapeLine,
  renderHtmlPage,
  renderList,
} from '@conversion-capi/meta/terminal'

const HEADINGS: [heading: string, levels: Level[]][] = [
  ['What to do', ['error', 'warning']],
  ['Verified', ['verified']],
  ['Good to know', ['info']],
  ['What probe cannot know', ['unverifiable']],
]

/** Renders what `probe` found as one HTML file that loads nothing. */
export function renderFindings(origin: string, findings: Finding[]): string {
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
