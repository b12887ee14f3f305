import type { Finding } from './problem.ts'

export interface RobotsTxt {
  groups: RobotsGroup[]
  sitemaps: RobotsLine[]
  /** What bots cannot read, or not all read alike. */
  findings: Finding[]
}

export interface RobotsGroup {
  /** Where it begins. */
  line: number
  /** The bots it is for; `*` are all that no group names. */
  tokens: string[]
  rules: RobotsLine[]
  /** Each as it is written: `search=yes`. */
  signals: string[]
}

export interface RobotsLine {
  /** In small letters. */
  name: string
  value: string
  line: number
}

/**
 * Parses robots.txt (RFC 9309) as its strictest readers do.
 *
 * The RFC gives blank lines no meaning. Older readers, Python's among them, end a group at one.
 */
export function parseRobotsTxt(text: string): RobotsTxt {
  const groups: RobotsGroup[] = []
  const sitemaps: RobotsLine[] = []
  const findings: Finding[] = []
  const seen = new Map<string, RobotsGroup>()
  let group: RobotsGroup | undefined
  let isEnded = false

  for (const [index, raw] of text.split(/\r\n?|\n/).entries()) {
    const line = index + 1
    if (raw === '') isEnded = true
    const content = raw
      .replace(/^\ufeff/, '')
      .replace(/#.*/, '')
      .trim()
    if (content === '') continue
    const [, key, value] = /^([^:]*?)\s*:\s*(.*)$/.exec(content) ?? []
    const name = key?.toLowerCase()

    if (name === undefined) {
      find(line, `"${content}" is no rule: write "Name: value", or "#" before a remark.`)
    } else if (name === 'sitemap') {
      sitemaps.push({ name, value: value!, line })
    } else if (name === 'user-agent') {
      addToken(value!, line)
    } else if (!NAMES.has(name)) {
      find(line, `Bots do not know "${key}": correct its spelling, or delete the line.`)
    } else if (!group) {
      find(line, `"${content}" belongs to no bot: write "User-agent: *" above it.`)
    } else if (isEnded) {
      find(
        line,
        `A blank line parts "${content}" from its group, and not all bots read on there: delete the blank line.`,
      )
    } else {
      addRule({ name, value: value!, line })
    }
  }
  return { groups, sitemaps, findings }

  function find(line: number, message: string): void {
    findings.push({ line, message })
  }

  function addToken(token: string, line: number): void {
    if (!/^(?:\*|[A-Za-z_-]+)$/.test(token)) {
      find(
        line,
        `"${token}" is no name of a bot: write letters, "-" and "_" only, without a version.`,
      )
    }
    if (!group || isEnded || hasRules(group)) {
      group = { line, tokens: [], rules: [], signals: [] }
      groups.push(group)
    }
    const earlier = seen.get(token.toLowerCase())
    if (earlier && earlier !== group) {
      find(
        line,
        `"${token}" has a group already, in line ${earlier.line}, and not all bots read both: make them one.`,
      )
    }
    seen.set(token.toLowerCase(), group)
    group.tokens.push(token)
    isEnded = false
  }

  function addRule(rule: RobotsLine): void {
    const { name, value, line } = rule
    if (name === 'content-signal') {
      const signals = value.split(',').map((signal) => signal.trim().toLowerCase())
      const wrong = signals.find(
        (signal) => !/^(?:search|ai-input|ai-train)=(?:yes|no)$|^use=/.test(signal),
      )
      if (wrong !== undefined) {
        find(
          line,
          `"${wrong}" is no signal: write search, ai-input or ai-train, and after it "=yes" or "=no".`,
        )
      }
      group!.signals.push(...signals)
    } else if (name === 'crawl-delay') {
      group!.rules.push(rule)
    } else {
      if (!/^(?:[/*]|$)/.test(value)) {
        find(line, `"${value}" is no path: begin it with a slash.`)
      }
      group!.rules.push(rule)
    }
  }
}

const NAMES = new Set(['allow', 'disallow', 'content-signal', 'crawl-delay'])

function hasRules({ rules, signals }: RobotsGroup): boolean {
  return rules.length > 0 || signals.length > 0
}
