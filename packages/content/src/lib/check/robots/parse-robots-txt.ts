import type { FileFinding } from '../../finding.ts'

/** The content of a robots.txt file. */
export interface RobotsTxt {
  groups: RobotsGroup[]
  /** The `Sitemap` lines, which belong to no group. */
  sitemaps: RobotsLine[]
  /** Lines that crawlers cannot parse, or parse differently. */
  findings: FileFinding[]
}

/** The rules for one or more crawlers. */
export interface RobotsGroup {
  /** First line of the group. */
  line: number
  /** Product tokens of the crawlers; `*` stands for all crawlers that no group names. */
  tokens: string[]
  rules: RobotsLine[]
  /** Content signals in lower case: `search=yes`. */
  signals: string[]
}

/** A `name: value` line. */
export interface RobotsLine {
  /** In lower case. */
  name: string
  value: string
  line: number
}

/**
 * Parses robots.txt (RFC 9309) like the strictest crawlers.
 *
 * The RFC ignores blank lines, but older parsers, such as Python's, end a group at one.
 */
export function parseRobotsTxt(text: string): RobotsTxt {
  const groups: RobotsGroup[] = []
  const sitemaps: RobotsLine[] = []
  const findings: FileFinding[] = []
  const groupsByToken = new Map<string, RobotsGroup>()
  let group: RobotsGroup | undefined
  let endedByBlankLine = false

  for (const [index, raw] of text.split(/\r\n?|\n/).entries()) {
    const line = index + 1
    if (raw === '') endedByBlankLine = true
    if (index > 0 && raw.startsWith('\ufeff')) {
      report(
        line,
        'The line starts with an invisible byte order mark.',
        'Delete it, or type the line again.',
      )
    }
    // trim() also removes the byte order mark, which the start of a file may have.
    const content = raw.replace(/#.*/, '').trim()
    if (content === '') continue
    const colon = content.indexOf(':')
    const key = colon === -1 ? undefined : content.slice(0, colon).trimEnd()
    const value = content.slice(colon + 1).trimStart()
    const name = key?.toLowerCase()

    if (name === undefined) {
      report(line, `"${content}" is not a rule.`, 'Write "Name: value", or "#" before a comment.')
    } else if (name === 'sitemap') {
      sitemaps.push({ name, value, line })
    } else if (name === 'user-agent') {
      addToken(value, line)
    } else if (!RULE_NAMES.has(name)) {
      const known = findMisspelled(name)
      if (known) report(line, `"${key}" is not a rule.`, `Write "${known}".`)
    } else if (!group) {
      report(line, `"${content}" belongs to no group.`, 'Write "User-agent: *" above it.')
    } else if (endedByBlankLine) {
      report(
        line,
        `A blank line separates "${content}" from its group, and some crawlers stop reading there.`,
        'Delete the blank line.',
      )
    } else {
      addRule(group, { name, value, line })
    }
  }
  return { groups, sitemaps, findings }

  function report(line: number, message: string, fix: string): void {
    findings.push({ line, message, fix })
  }

  function addToken(token: string, line: number): void {
    if (!/^(?:\*|[A-Za-z_-]+)$/.test(token)) {
      report(
        line,
        `"${token}" is not a valid crawler name.`,
        'Write only letters, "-" and "_", without a version.',
      )
    }
    if (!group || endedByBlankLine || hasRules(group)) {
      group = { line, tokens: [], rules: [], signals: [] }
      groups.push(group)
    }
    const earlier = groupsByToken.get(token.toLowerCase())
    if (earlier && earlier !== group) {
      report(
        line,
        `"${token}" already has a group in line ${earlier.line}, and some crawlers read only one.`,
        'Merge the groups.',
      )
    }
    groupsByToken.set(token.toLowerCase(), group)
    group.tokens.push(token)
    endedByBlankLine = false
  }

  function addRule({ rules, signals }: RobotsGroup, rule: RobotsLine): void {
    const { name, value, line } = rule
    if (name === 'content-signal') {
      const added = value.split(',').map((signal) => signal.trim().toLowerCase())
      const invalid = added.find(
        (signal) => !/^(?:search|ai-input|ai-train)=(?:yes|no)$|^use=/.test(signal),
      )
      if (invalid !== undefined) {
        report(
          line,
          `"${invalid}" is not a content signal.`,
          'Write search, ai-input or ai-train, followed by "=yes" or "=no".',
        )
      }
      for (const signal of added) signals.push(signal)
      return
    }
    if (name !== 'crawl-delay' && !/^(?:[/*]|$)/.test(value)) {
      report(line, `"${value}" is not a path.`, 'Start it with a slash.')
    }
    rules.push(rule)
  }
}

const RULE_NAMES = new Set(['allow', 'disallow', 'content-signal', 'crawl-delay'])

/**
 * Returns the name that a misspelled one stands for: it has the same letters, or one more or less. Other unknown
 * records, such as `Clean-param`, are left alone (RFC 9309, section 2.2.4).
 */
function findMisspelled(name: string): string | undefined {
  return ['User-agent', 'Sitemap', 'Allow', 'Disallow', 'Content-Signal', 'Crawl-delay'].find(
    (known) => {
      const [a, b] = [known.toLowerCase(), name].map((each) => new Set(each.match(/[a-z]/g)))
      return (
        [...a!].filter((letter) => !b!.has(letter)).length +
          [...b!].filter((letter) => !a!.has(letter)).length <=
        1
      )
    },
  )
}

function hasRules({ rules, signals }: RobotsGroup): boolean {
  return rules.length > 0 || signals.length > 0
}
