interface LlmsLink {
  title: string
  url: string
  description: string | undefined
}

/**
 * Parses llms.txt exactly like the reference parser, which is much stricter than the text of the proposal.
 *
 * @returns The title, the first line of the blockquote below it, the text up to the first section, and the links by
 *   section heading. `undefined` if the reference parser throws: without an H1 followed by a blank line and a paragraph,
 *   or with a line in a section that is not a link.
 * @see https://llmstxt.org
 */
export function parseLlmsTxt(text: string) {
  const [start, ...rest] = text.split(HEADING)
  const head = HEAD.exec(trim(start!))
  if (!head) return
  const sections = new Map<string, LlmsLink[]>()
  for (let index = 0; index < rest.length; index += 2) {
    const links = parseLinks(rest[index + 1]!)
    if (!links) return
    sections.set(rest[index]!, links)
  }
  const { title, summary, info } = head.groups!
  return { title: title!, summary, info: info!, sections }
}

function parseLinks(section: string): LlmsLink[] | undefined {
  const links: LlmsLink[] = []
  for (const line of trim(section).split(/\n+/)) {
    if (trim(line) === '') continue
    const link = LINK.exec(line)
    if (!link) return
    const { title, url, description } = link.groups!
    links.push({ title: title!, url: url!, description })
  }
  return links
}

// The definitions of Python: "\r" and U+2028 do not end a line, and U+FEFF is not white space.
const SPACE =
  '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const LINE_START = '(?<![^\\n])'
const LINE_END = '(?![^\\n])'

const HEADING = new RegExp(`${LINE_START}##${SPACE}*([^\\n]*)`)

const HEAD = new RegExp(
  [
    `${LINE_START}#${SPACE}*(?<title>.+?)${LINE_END}\\n+`,
    `(?:>${SPACE}*(?<summary>.+?)${LINE_END})?\\n+`,
    `(?<info>.*)`,
  ].join(''),
  's',
)

const LINK = new RegExp(
  `-${SPACE}*\\[(?<title>[^\\]]+)\\]\\((?<url>[^)]+)\\)(?::${SPACE}*(?<description>[^\\n]*))?`,
)

// Without the lookbehind, a run of spaces inside the text would take quadratic time.
const EDGES = new RegExp(`^${SPACE}+|(?<!${SPACE})${SPACE}+$`, 'g')

function trim(text: string): string {
  return text.replace(EDGES, '')
}
