import { isJsonObject } from '@conversion-capi/core/protocol'

/** Headers that the host adds to the responses of some paths. Rules with conditions are not read. */
export interface HeaderRule {
  /** Returns whether the rule applies to a path. */
  matches: (path: string) => boolean
  headers: Map<string, string>
}

/** @see https://docs.netlify.com/manage/routing/headers/#syntax-for-the-headers-file */
export function readHeadersFile(text: string): HeaderRule[] {
  const rules: HeaderRule[] = []
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:#|$)/.test(line)) continue
    if (/^\s/.test(line)) addHeader(rules.at(-1), line)
    else rules.push({ matches: matchPattern(line.trim()), headers: new Map() })
  }
  return rules
}

/** Returns whether an `X-Robots-Tag` keeps pages out of Google. */
export function isNoIndex(header: string): boolean {
  return /(?:^|,)\s*(?:googlebot\s*:\s*)?(?:noindex|none)\b/i.test(header)
}

function addHeader(rule: HeaderRule | undefined, line: string): void {
  const colon = line.indexOf(':')
  const name = line.slice(0, colon).trim().toLowerCase()
  if (rule === undefined || colon === -1) return
  const value = line.slice(colon + 1).trim()
  const previous = rule.headers.get(name)
  rule.headers.set(name, previous === undefined ? value : `${previous}, ${value}`)
}

/** Matches a path with `*` and `:placeholder`. Cloudflare also accepts a full URL. */
export function matchPattern(pattern: string): HeaderRule['matches'] {
  const path = pattern.replace(/^https?:\/\/[^/]*/, '')
  const source = path
    .split(/(\*|:[A-Za-z]\w*)/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      return part === '*' ? '.*' : '[^/]+'
    })
    .join('')
  const expression = new RegExp(`^${source}$`)
  return (each) => expression.test(each)
}

export function listTables(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

export function toHeaders(entries: [string, unknown][]): Map<string, string> {
  return new Map(entries.map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]))
}
