import { absoluteUrl } from '../../url.ts'
import { PATHS } from '../../resource.ts'
import { AI_CRAWLERS } from '../../resources/robots-txt.ts'
import type { School } from '../../school-schema.ts'
import type { CheckedFile } from '../parse/checked-file.ts'
import type { CheckedSite } from '../checked-site.ts'
import { parseRobotsTxt, type RobotsGroup } from './parse-robots-txt.ts'
import type { FileFinding } from '../../finding.ts'

/**
 * Checks that robots.txt is valid (RFC 9309), that all crawlers parse it alike, and that it matches the description.
 */
export function* checkRobotsTxt(
  file: CheckedFile,
  { school }: CheckedSite,
): Generator<FileFinding> {
  if (file.path !== PATHS.robotsTxt || file.kind !== 'text') return
  const { groups, sitemaps, findings } = parseRobotsTxt(file.body)
  yield* findings

  if (!groups.some(({ tokens }) => tokens.includes('*'))) {
    yield {
      message: 'No group applies to all crawlers.',
      fix: 'Write one with the line "User-agent: *".',
    }
  }
  const named = new Set(groups.flatMap(({ tokens }) => tokens.map((token) => token.toLowerCase())))
  const welcome = school.crawlers?.welcome ?? AI_CRAWLERS
  const unnamed = welcome.filter((token) => !named.has(token.toLowerCase()))
  if (unnamed.length > 0) {
    yield {
      message: `The generated file welcomes AI crawlers by name, but no group of yours names ${unnamed.join(', ')}.`,
      fix: `Write "User-agent: ${unnamed[0]}" and the others into a group, delete the file, or list those that you welcome under crawlers.welcome.`,
    }
  }
  const expected = new Set([...welcome, '*'].map((token) => token.toLowerCase()))
  for (const group of groups) {
    yield* checkGroup(
      group,
      school,
      group.tokens.some((token) => expected.has(token.toLowerCase())),
    )
  }

  const sitemap = absoluteUrl(school, PATHS.sitemap)
  for (const { value, line } of sitemaps) {
    if (URL.canParse(value)) continue
    yield {
      line,
      message: `"${value}" is not an absolute URL.`,
      fix: `Write "Sitemap: ${sitemap}".`,
    }
  }
  if (!sitemaps.some(({ value }) => value === sitemap)) {
    yield { message: 'The sitemap is not listed.', fix: `Write "Sitemap: ${sitemap}" at the end.` }
  }
}

/** @param isWelcome Whether the description welcomes a crawler of the group. Otherwise, its rules are the school's. */
function* checkGroup(
  { line, tokens, rules, signals }: RobotsGroup,
  school: School,
  isWelcome: boolean,
): Generator<FileFinding> {
  const name = tokens.length === 1 ? `"${tokens[0]}"` : `"${tokens[0]}" and others`
  if (rules.length === 0) {
    yield { line, message: `The group of ${name} has no rule.`, fix: 'Write "Allow: /".' }
  }

  const allowAll = rules.find(({ name, value }) => name === 'allow' && value === '/')
  const paths = new Set((school.crawlers?.disallow ?? []).map(normalize))
  for (const { name, value, line } of rules) {
    if (name !== 'disallow' || value === '') continue
    if (allowAll && allowAll.line < line) {
      yield {
        line,
        message: `"Disallow: ${value}" is below "Allow: /", where some crawlers ignore it.`,
        fix: 'Move it above.',
      }
    }
    const isEveryPage = /^\/\**\$?$/.test(value)
    if (isEveryPage && !isWelcome) return
    if (!isWelcome || paths.has(normalize(value))) continue
    if (isEveryPage) {
      yield {
        line,
        message: `"Disallow: ${value}" blocks every page.`,
        fix: "Delete the line. If the host added it, change the host's settings for AI crawlers.",
      }
    } else {
      yield {
        line,
        message: `"Disallow: ${value}" is not in the description.`,
        fix: "Add the path to crawlers.disallow. If the host added the line, change the host's settings for AI crawlers.",
      }
    }
  }
  const listed = new Set(
    rules.filter(({ name }) => name === 'disallow').map(({ value }) => normalize(value)),
  )
  for (const path of paths) {
    if (listed.has(path)) continue
    yield {
      line,
      message: `The group of ${name} lacks "Disallow: ${path}".`,
      fix: 'Add it: crawlers read only the group that names them.',
    }
  }

  const { search = true, aiInput = true, aiTrain = true } = school.crawlers?.signals ?? {}
  const expected = Object.entries({ search, 'ai-input': aiInput, 'ai-train': aiTrain }).map(
    ([signal, isAllowed]) => `${signal}=${isAllowed ? 'yes' : 'no'}`,
  )
  const missing = expected.filter((signal) => !signals.includes(signal))
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
