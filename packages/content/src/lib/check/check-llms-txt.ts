import { PATHS } from '../resource.ts'
import type { CheckedFile } from './checked-file.ts'
import type { CheckedSite } from './checked-site.ts'
import { parseLlmsTxt } from './parse-llms-txt.ts'
import type { FileFinding } from '../finding.ts'

/**
 * Checks that the reference parser can read llms.txt without losing anything.
 *
 * That parser only throws, so the lines that make it throw are searched for first. Its result is checked last.
 *
 * @yields The findings.
 * @see https://llmstxt.org
 */
export function* checkLlmsTxt(file: CheckedFile, { school }: CheckedSite): Generator<FileFinding> {
  if (file.path !== PATHS.llmsTxt || file.kind !== 'text') return
  const lines = file.body.split('\n').map((text, index) => ({ text, line: index + 1 }))
  const windowsLine = lines.find(({ text }) => text.includes('\r'))
  if (file.body.startsWith('\ufeff')) return yield { line: 1, ...BYTE_ORDER_MARK }
  if (windowsLine) return yield { line: windowsLine.line, ...WINDOWS_LINE_END }

  const firstSection = lines.findIndex(({ text }) => text.startsWith('##'))
  const headLength = firstSection === -1 ? lines.length : firstSection
  const findings = [
    ...checkHead(lines.slice(0, headLength), school.summary !== undefined),
    ...checkSections(lines.slice(headLength)),
  ]
  yield* findings
  if (findings.length > 0) return
  const parsed = parseLlmsTxt(file.body)
  if (!parsed) yield { ...UNREADABLE }
  else if ([...parsed.sections.values()].flat().length === 0) yield { ...NO_LINKS }
}

interface Line {
  text: string
  line: number
}

function* checkHead(lines: Line[], hasSummary: boolean): Generator<FileFinding> {
  const [title, ...blocks] = lines.filter(({ text }) => text.trim() !== '')
  if (!title || !/^# \S/.test(title.text)) {
    return yield { line: title?.line ?? 1, ...NO_TITLE }
  }
  const summary = blocks[0] && /^> \S/.test(blocks[0].text) ? blocks.shift() : undefined
  const [first] = blocks
  if (!summary) {
    if (hasSummary) return yield { line: first?.line ?? title.line, ...NO_SUMMARY }
  } else if (!first) {
    yield { line: summary.line, ...NO_TEXT }
  } else if (first.line === summary.line + 1) {
    yield { line: first.line, ...LONG_SUMMARY }
  }
  for (const { text, line } of blocks) {
    if (/^#\s/.test(text)) yield { line, ...SECOND_TITLE }
  }
}

function* checkSections(lines: Line[]): Generator<FileFinding> {
  const seen = new Map<string, number>()
  for (const { text, line } of lines) {
    const [, name] = /^##\s*(.*)/.exec(text) ?? []
    if (name === '' || text.startsWith('###')) {
      yield { line, ...WRONG_HEADING }
    } else if (name !== undefined) {
      const earlier = seen.get(name)
      if (earlier !== undefined) yield { line, ...repeatedSection(name, earlier) }
      seen.set(name, line)
    } else if (text.trim() !== '' && !LINK.test(text)) {
      yield { line, ...NOT_A_LINK }
    }
  }
}

const LINK = /^- \[[^[\]]+\]\([^()\s]+\)(?:: \S.*)?$/

const BYTE_ORDER_MARK = {
  message: 'The file starts with a byte order mark.',
  fix: 'Save it as UTF-8 without one.',
}
const WINDOWS_LINE_END = {
  message: 'The line ends with a carriage return.',
  fix: 'Save the file with Unix line ends (LF).',
}
const NO_TITLE = {
  message: 'The file does not start with a title.',
  fix: 'Write "# " and the name of the school.',
}
const NO_SUMMARY = {
  message: 'No summary follows the title.',
  fix: 'Write "> " and one sentence, between two blank lines.',
}
const NO_TEXT = {
  message: 'No text follows the summary, and parsers drop a summary without text.',
  fix: 'Write a paragraph after a blank line.',
}
const LONG_SUMMARY = {
  message: 'The summary continues on a second line, which parsers drop.',
  fix: 'Write it on one line, with a blank line after it.',
}
const SECOND_TITLE = {
  message: 'This is a second title.',
  fix: 'Make it a section ("## ") or plain text.',
}
const WRONG_HEADING = { message: 'This heading is not a section.', fix: 'Write "## " and a name.' }
const NOT_A_LINK = {
  message: 'Expected a link: sections may contain only links.',
  fix: 'Write "- [title](https://…): notes" on one line, without brackets in the title or parentheses in the URL. Move text before the first section.',
}
const NO_LINKS = {
  message: 'The file has no links.',
  fix: 'Write a section such as "## Pages", with lines such as "- [title](https://…): notes".',
}
const UNREADABLE = {
  message: 'Parsers cannot read the file.',
  fix: 'Write it as described on llmstxt.org, or render the files again.',
}

function repeatedSection(name: string, line: number): FileFinding {
  return {
    message: `The section "${name}" already exists in line ${line}, and parsers keep only the last one.`,
    fix: 'Rename one of them.',
  }
}
