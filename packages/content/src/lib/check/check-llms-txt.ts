import { PATHS } from '../resource.ts'
import { parseLlmsTxt } from './parse-llms-txt.ts'
import type { Finding } from './problem.ts'
import type { SiteFile } from './site-file.ts'

/**
 * llms.txt can be read by the reference parser of the proposal, and nothing of it is lost there.
 *
 * That parser only crashes, so what it would crash on is looked for line by line; it has the last word.
 *
 * @yields What keeps it from that.
 */
export function* checkLlmsTxt(file: SiteFile): Generator<Finding> {
  if (file.path !== PATHS.llmsTxt || file.kind !== 'text') return
  const lines = file.body.split('\n').map((text, index) => ({ text, line: index + 1 }))
  const wrongEnd = lines.find(({ text }) => text.includes('\r'))
  if (file.body.startsWith('\ufeff')) return yield { line: 1, message: BYTE_ORDER_MARK }
  if (wrongEnd) return yield { line: wrongEnd.line, message: WINDOWS }

  const firstSection = lines.findIndex(({ text }) => text.startsWith('##'))
  const headLength = firstSection === -1 ? lines.length : firstSection
  const faults = [...inHead(lines.slice(0, headLength)), ...inSections(lines.slice(headLength))]
  yield* faults
  if (faults.length > 0) return
  const parsed = parseLlmsTxt(file.body)
  if (!parsed) yield { message: UNREADABLE }
  else if ([...parsed.sections.values()].flat().length === 0) yield { message: NO_LINKS }
}

interface Line {
  text: string
  line: number
}

function* inHead(lines: Line[]): Generator<Finding> {
  const [title, summary, ...rest] = lines.filter(({ text }) => text.trim() !== '')
  if (!title || !/^# \S/.test(title.text)) {
    return yield { line: title?.line ?? 1, message: NO_TITLE }
  }
  if (!summary || !/^> \S/.test(summary.text)) {
    return yield { line: summary?.line ?? title.line, message: NO_SUMMARY }
  }
  const [first] = rest
  if (!first) yield { line: summary.line, message: NO_TEXT }
  else if (first.line === summary.line + 1) yield { line: first.line, message: LONG_SUMMARY }
  for (const { text, line } of rest) {
    if (/^#\s/.test(text)) yield { line, message: SECOND_TITLE }
  }
}

function* inSections(lines: Line[]): Generator<Finding> {
  const seen = new Map<string, number>()
  for (const { text, line } of lines) {
    const [, name] = /^##\s*(.*)/.exec(text) ?? []
    if (name === '' || text.startsWith('###')) {
      yield { line, message: WRONG_HEADING }
    } else if (name !== undefined) {
      const earlier = seen.get(name)
      if (earlier !== undefined) yield { line, message: sameSection(name, earlier) }
      seen.set(name, line)
    } else if (text.trim() !== '' && !LINK.test(text)) {
      yield { line, message: NO_LINK }
    }
  }
}

const LINK = /^- \[[^[\]]+\]\([^()\s]+\)(?:: \S.*)?$/

const BYTE_ORDER_MARK = 'It begins with a byte order mark: save it as UTF-8 without one.'
const WINDOWS = 'This line ends as on Windows: save the file with line ends of Unix (LF).'
const NO_TITLE = 'It does not begin with a title: write "# " and the name of the school.'
const NO_SUMMARY =
  'No summary follows the title: write "> " and one sentence, between two blank lines.'
const NO_TEXT =
  'No text follows the summary, and without one the summary is lost: write a paragraph after a blank line.'
const LONG_SUMMARY =
  'The summary goes on here, where it is lost: write it on one line, and a blank line after it.'
const SECOND_TITLE = 'Here is a second title: make it a section ("## "), or plain text.'
const WRONG_HEADING = 'Here is a heading that is no section: write "## " and a name.'
const NO_LINK =
  'Here is no link, and sections hold nothing else: write "- [title](https://…): notes" on one line, without brackets in the title and parentheses in the address. Text goes before the first section.'
const NO_LINKS =
  'It has no links: write a section such as "## Pages", with lines such as "- [title](https://…): notes".'
const UNREADABLE =
  'Readers of llms.txt cannot read it: write it as llmstxt.org says, or render the files again.'

function sameSection(name: string, line: number): string {
  return `The section "${name}" is there already, in line ${line}, and all but the last are lost: give each a name of its own.`
}
