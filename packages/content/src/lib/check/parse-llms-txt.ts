/** What the reference parser of llms.txt finds in a file. */
export interface LlmsTxt {
  title: string
  summary: string | undefined
  /** All that stands between the summary and the first section. */
  info: string
  /** By heading; of two sections with one heading, the last. */
  sections: Map<string, LlmsLink[]>
}

export interface LlmsLink {
  title: string
  url: string
  description: string | undefined
}

/**
 * Parses llms.txt as strictly as the reference parser of the proposal does, which is far stricter than the
 * proposal's prose (llmstxt.org): what this cannot read, readers built on that parser cannot read.
 *
 * `undefined` where the reference parser crashes: without an H1, a blank line and a paragraph after it, or with a
 * line in a section that is no link.
 */
export function parseLlmsTxt(text: string): LlmsTxt | undefined {
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

// White space, lines and their ends are Python's: "\r" and U+2028 end no line, U+FEFF is no white space.
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

const EDGES = new RegExp(`^${SPACE}+|${SPACE}+$`, 'g')

function trim(text: string): string {
  return text.replace(EDGES, '')
}
