import type { FileFinding } from '../../finding.ts'
import { PATHS } from '../../resource.ts'
import { AI_CRAWLERS, contentSignals } from '../../resources/robots-txt.ts'
import type { School } from '../../school-schema.ts'
import { absoluteUrl } from '../../url.ts'
import type { CheckedSite } from '../checked-site.ts'
import type { CheckedFile } from '../parse/checked-file.ts'

/** The rules for one or more crawlers. */
interface Group {
  /** First line of the group. */
  line: number
  /** Product tokens of the crawlers; `*` stands for all crawlers that no group names. */
  tokens: string[]
  rules: { name: string; value: string; line: number }[]
}

/** Checks that every crawler reads robots.txt (RFC 9309) as it is meant, and that it matches the description. */
export function* checkRobotsTxt(
  file: CheckedFile,
  { school }: CheckedSite,
): Generator<FileFinding> {
  if (file.path !== PATHS.robotsTxt || file.kind !== 'text') return
  const groups: Group[] = []
  const sitemap = absoluteUrl(school, PATHS.sitemap)
  let listsSitemap = false
  for (const [index, raw] of file.body.split(/\r\n?|\n/).entries()) {
    const line = index + 1
    if (index > 0 && raw.startsWith('\ufeff')) {
      yield {
        line,
        message: 'The line starts with an invisible byte order mark.',
        fix: 'Delete it, or type the line again.',
      }
    }
    // trim() also removes the byte order mark, which the start of a file may have.
    const content = raw.replace(/#.*/, '').trim()
    if (content === '') continue
    const [key, ...rest] = content.split(':') as [string, ...string[]]
    const name = key.trimEnd().toLowerCase()
    const value = rest.join(':').trimStart()
    const group = groups.at(-1)

    if (rest.length === 0) {
      yield {
        line,
        message: `"${content}" is not a rule.`,
        fix: 'Write "Name: value", or "#" before a comment.',
      }
    } else if (name === 'sitemap') {
      listsSitemap ||= value === sitemap
      if (URL.canParse(value)) continue
      yield {
        line,
        message: `"${value}" is not an absolute URL.`,
        fix: `Write "Sitemap: ${sitemap}".`,
      }
    } else if (name === 'user-agent') {
      if (!/^(?:\*|[A-Za-z_-]+)$/.test(value)) {
        yield {
          line,
          message: `"${value}" is not a valid crawler name.`,
          fix: 'Write only letters, "-" and "_", without a version.',
        }
      }
      if (group?.rules.length === 0) group.tokens.push(value)
      else groups.push({ line, tokens: [value], rules: [] })
    } else if (!RULE_NAMES.has(name)) {
      const known = findMisspelled(name)
      if (known) {
        yield { line, message: `"${key.trimEnd()}" is not a rule.`, fix: `Write "${known}".` }
      }
    } else if (!group) {
      yield {
        line,
        message: `"${content}" belongs to no group.`,
        fix: 'Write "User-agent: *" above it.',
      }
    } else {
      if (name.endsWith('allow') && !/^(?:[/*]|$)/.test(value)) {
        yield { line, message: `"${value}" is not a path.`, fix: 'Start it with a slash.' }
      }
      group.rules.push({ name, value, line })
    }
  }
  yield* checkGroups(groups, school)
  if (listsSitemap) return
  yield { message: 'The sitemap is not listed.', fix: `Write "Sitemap: ${sitemap}" at the end.` }
}

const RULE_NAMES = new Set(['allow', 'disallow', 'content-signal', 'crawl-delay'])

/**
 * Returns the name that a misspelled one stands for: it has the same letters, or one more or less. Other unknown
 * records, such as `Clean-param`, are left alone (RFC 9309, section 2.2.4).
 */
function findMisspelled(name: string): string | undefined {
  const lettersOf = (text: string) => new Set(text.toLowerCase().match(/[a-z]/g))
  const letters = lettersOf(name)
  return ['User-agent', 'Sitemap', 'Allow', 'Disallow', 'Content-Signal', 'Crawl-delay'].find(
    (known) => {
      const expected = lettersOf(known)
      const all = new Set([...letters, ...expected])
      return [...all].filter((each) => !letters.has(each) || !expected.has(each)).length <= 1
    },
  )
}

function* checkGroups(groups: Group[], school: School): Generator<FileFinding> {
  const named = new Set(groups.flatMap(({ tokens }) => tokens.map((token) => token.toLowerCase())))
  const welcome = school.crawlers?.welcome ?? AI_CRAWLERS
  const unnamed = welcome.filter((token) => !named.has(token.toLowerCase()))
  if (!named.has('*')) {
    yield {
      message: 'No group applies to all crawlers.',
      fix: 'Write one with the line "User-agent: *".',
    }
  }
  if (unnamed.length > 0) {
    yield {
      message: `The generated file welcomes AI crawlers by name, but no group of yours names ${unnamed.join(', ')}.`,
      fix: `Write "User-agent: ${unnamed[0]}" and the others into a group, delete the file, or list those that you welcome under crawlers.welcome.`,
    }
  }
  const expected = new Set([...welcome, '*'].map((token) => token.toLowerCase()))
  for (const group of groups) {
    const isWelcome = group.tokens.some((token) => expected.has(token.toLowerCase()))
    yield* checkGroup(group, school, isWelcome)
  }
}

/** @param isWelcome Whether the description welcomes a crawler of the group. Otherwise, its rules are the school's. */
function* checkGroup(
  { line, tokens, rules }: Group,
  school: School,
  isWelcome: boolean,
): Generator<FileFinding> {
  const disallowed = rules
    .filter(({ name, value }) => name === 'disallow' && value !== '')
    .map(({ value, line }) => ({ value, line, path: normalize(value) }))
  const isEveryPage = (path: string) => /^\/\**\$?$/.test(path)
  if (!isWelcome && disallowed.some(({ value }) => isEveryPage(value))) return

  const paths = new Set((school.crawlers?.disallow ?? []).map(normalize))
  for (const { value, line, path } of isWelcome ? disallowed : []) {
    if (paths.has(path)) continue
    const [fault, fix] = isEveryPage(value)
      ? ['blocks every page', 'Delete the line. If the host added it']
      : [
          'is not in the description',
          'Add the path to crawlers.disallow. If the host added the line',
        ]
    yield {
      line,
      message: `"Disallow: ${value}" ${fault}.`,
      fix: `${fix}, change the host's settings for AI crawlers.`,
    }
  }
  const name = tokens.length === 1 ? `"${tokens[0]}"` : `"${tokens[0]}" and others`
  const listed = new Set(disallowed.map(({ path }) => path))
  for (const path of paths) {
    if (listed.has(path)) continue
    yield {
      line,
      message: `The group of ${name} lacks "Disallow: ${path}".`,
      fix: 'Add it: crawlers read only the group that names them.',
    }
  }

  const signals = new Set(
    rules
      .filter(({ name }) => name === 'content-signal')
      .flatMap(({ value }) => value.split(',').map((signal) => signal.trim().toLowerCase())),
  )
  const expected = contentSignals(school)
  const missing = expected.filter((signal) => !signals.has(signal))
  if (missing.length > 0) {
    yield {
      line,
      message: `The group of ${name} lacks ${missing.join(', ')}.`,
      fix: `Write "Content-Signal: ${expected.join(', ')}" into every group.`,
    }
  }

  function normalize(path: string): string {
    const isPath = path.startsWith('/') && URL.canParse(school.url + path)
    return isPath ? absoluteUrl(school, path).slice(school.url.length) : path
  }
}
