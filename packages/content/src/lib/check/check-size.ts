import { PATHS } from '../resource.ts'
import type { Finding } from './problem.ts'
import type { SiteFile } from './site-file.ts'
import { textsOf } from './texts-of.ts'

/**
 * No file is longer than its readers read.
 *
 * @yields What keeps it from that.
 */
export function* checkSize(file: SiteFile): Generator<Finding> {
  const { path, body } = file
  const most = MOST_CHARACTERS[path]
  if (most !== undefined && body.length > most) {
    yield {
      message: `It has ${write(body.length)} characters, and agents read ${write(most)}. Shorten ${longestSections(file)}.`,
    }
  }
  if (path === PATHS.robotsTxt && bytesOf(body) > MOST_ROBOTS_BYTES) {
    yield {
      message: `It has ${write(bytesOf(body))} bytes, and crawlers read ${write(MOST_ROBOTS_BYTES)}. List fewer paths under crawlers.disallow, such as folders instead of files.`,
    }
  }
  if (file.kind === 'xml' && bytesOf(body) > MOST_SITEMAP_BYTES) {
    yield {
      message: `It has ${write(bytesOf(body))} bytes, and search engines read ${write(MOST_SITEMAP_BYTES)}. Split it, or render the files again.`,
    }
  }
}

/** What agents were seen to read before they cut a file off. */
const MOST_CHARACTERS: Record<string, number | undefined> = {
  [PATHS.llmsTxt]: 50_000,
  [PATHS.llmsFullTxt]: 100_000,
  [PATHS.forLlmMarkdown]: 100_000,
}

/** RFC 9309, 2.5. */
const MOST_ROBOTS_BYTES = 500 * 1024

/** Sitemaps.org/protocol.html. */
const MOST_SITEMAP_BYTES = 50 * 1024 * 1024

/** The three longest: `"Teachers" (30,000 characters), …`. */
function longestSections(file: SiteFile): string {
  const sizes = new Map<string, number>()
  let section = 'the beginning'
  for (const { text, depth } of textsOf(file)) {
    const name = file.kind === 'text' ? /^## (.*)/.exec(text)?.[1] : depth === 2 ? text : undefined
    if (name !== undefined) section = `"${name}"`
    sizes.set(section, (sizes.get(section) ?? 0) + text.length)
  }
  return [...sizes]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([name, size]) => `${name} (${write(size)} characters)`)
    .join(', ')
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** With commas, in every locale: `50,000`. */
function write(count: number): string {
  return `${count}`.replace(/\B(?=(?:\d{3})+$)/g, ',')
}
