import { PATHS } from '../../resource.ts'
import type { CheckedFile } from '../parse/checked-file.ts'
import type { FileFinding } from '../../finding.ts'

/** Checks that a file does not exceed what its readers read of it. */
export function* checkSize(file: CheckedFile): Generator<FileFinding> {
  const { path, body } = file
  const maxCharacters = MAX_CHARACTERS[path]
  if (maxCharacters !== undefined && body.length > maxCharacters) {
    yield {
      message: `The file has ${formatCount(body.length)} characters, and agents read ${formatCount(maxCharacters)}.`,
      fix: `Shorten ${longestSections(body)}.`,
    }
  }
  const isRobotsTxt = path === PATHS.robotsTxt
  if (!isRobotsTxt && file.kind !== 'sitemap') return
  const bytes = new TextEncoder().encode(body).length
  if (isRobotsTxt && bytes > MAX_ROBOTS_BYTES) {
    yield {
      message: `The file has ${formatCount(bytes)} bytes, and crawlers read ${formatCount(MAX_ROBOTS_BYTES)}.`,
      fix: 'List fewer paths under crawlers.disallow, such as folders instead of files.',
    }
  }
  if (file.kind === 'sitemap' && bytes > MAX_SITEMAP_BYTES) {
    yield {
      message: `The file has ${formatCount(bytes)} bytes, and search engines read ${formatCount(MAX_SITEMAP_BYTES)}.`,
      fix: 'Split it, or render the files again.',
    }
  }
}

/** Sizes at which agents were observed to truncate a file. */
const MAX_CHARACTERS: Record<string, number | undefined> = {
  [PATHS.llmsTxt]: 50_000,
  [PATHS.llmsFullTxt]: 100_000,
  [PATHS.forLlmMarkdown]: 100_000,
}

/** RFC 9309, section 2.5. */
const MAX_ROBOTS_BYTES = 500 * 1024

/** https://www.sitemaps.org/protocol.html. */
const MAX_SITEMAP_BYTES = 50 * 1024 * 1024

/** Lists the three longest sections: `"Teachers" (30,000 characters), …`. */
function longestSections(body: string): string {
  const sizes = new Map<string, number>()
  let section = 'the beginning'
  for (const text of body.split('\n')) {
    const [, name] = /^## (.*)/.exec(text) ?? []
    if (name !== undefined) section = `"${name}"`
    sizes.set(section, (sizes.get(section) ?? 0) + text.length)
  }
  return [...sizes]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([name, size]) => `${name} (${formatCount(size)} characters)`)
    .join(', ')
}

/** Formats a number with commas, independent of the locale: `50,000`. */
function formatCount(count: number): string {
  return `${count}`.replace(/\B(?=(?:\d{3})+$)/g, ',')
}
