import { absoluteUrl } from '../url.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school-schema.ts'
import type { Finding } from './problem.ts'
import { parseRobotsTxt, type RobotsGroup } from './parse-robots-txt.ts'
import type { Site } from './site.ts'
import type { SiteFile } from './site-file.ts'

/**
 * Robots.txt is right by RFC 9309, means the same to all its readers, and says what the description says.
 *
 * @yields What keeps it from that.
 */
export function* checkRobotsTxt(file: SiteFile, { school }: Site): Generator<Finding> {
  if (file.path !== PATHS.robotsTxt || file.kind !== 'text') return
  const { groups, sitemaps, findings } = parseRobotsTxt(file.body)
  yield* findings

  if (!groups.some(({ tokens }) => tokens.includes('*'))) {
    yield { message: 'No group is for all bots: write one with the line "User-agent: *".' }
  }
  const named = new Set(groups.flatMap(({ tokens }) => tokens.map((token) => token.toLowerCase())))
  for (const token of school.crawlers?.welcome ?? []) {
    if (named.has(token.toLowerCase())) continue
    yield {
      message: `"${token}" is welcome in the description and not named here: write "User-agent: ${token}" into the group.`,
    }
  }
  for (const group of groups) yield* checkGroup(group, school)

  const sitemap = absoluteUrl(school, PATHS.sitemap)
  for (const { value, line } of sitemaps) {
    if (!URL.canParse(value))
      yield { line, message: `"${value}" is no whole address: write "Sitemap: ${sitemap}".` }
  }
  if (!sitemaps.some(({ value }) => value === sitemap)) {
    yield { message: `It does not lead to the sitemap: write "Sitemap: ${sitemap}" at the end.` }
  }
}

function* checkGroup(
  { line, tokens, rules, signals }: RobotsGroup,
  school: School,
): Generator<Finding> {
  const who = tokens.length === 1 ? `"${tokens[0]}"` : `"${tokens[0]}" and others`
  if (rules.length === 0) {
    yield { line, message: `The group of ${who} has no rule: write "Allow: /".` }
  }

  const wide = rules.find(({ name, value }) => name === 'allow' && value === '/')
  const paths = new Set((school.crawlers?.disallow ?? []).map(normalise))
  for (const { name, value, line } of rules) {
    if (name !== 'disallow' || value === '') continue
    if (wide && wide.line < line) {
      yield {
        line,
        message: `"Disallow: ${value}" stands after "Allow: /", where some bots no longer read it: write it above.`,
      }
    }
    if (!paths.has(normalise(value))) {
      yield {
        line,
        message: `"Disallow: ${value}" is not in the description: add the path to crawlers.disallow, or delete the line. Some hosts add such lines by themselves: look at their settings for AI crawlers.`,
      }
    }
  }
  const listed = new Set(
    rules.filter(({ name }) => name === 'disallow').map(({ value }) => normalise(value)),
  )
  for (const path of paths) {
    if (listed.has(path)) continue
    yield {
      line,
      message: `The group of ${who} lacks "Disallow: ${path}", which the description has, and bots that it names read no other group.`,
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
      message: `The group of ${who} does not say ${missing.join(', ')}, as the description does: write "Content-Signal: ${expected.join(', ')}" into every group.`,
    }
  }

  function normalise(path: string): string {
    const isPath = path.startsWith('/') && URL.canParse(school.url + path)
    return isPath ? absoluteUrl(school, path).slice(school.url.length) : path
  }
}
