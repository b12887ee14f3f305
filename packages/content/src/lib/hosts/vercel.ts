import { varyByAccept } from '../serve/negotiation.ts'
import {
  fillStem,
  groupRules,
  type HostRenderer,
  type HostRule,
  renderJson,
  type RuleGroup,
  STEM,
} from './host-rules.ts'

export interface VercelRoute {
  /** Regular expression that matches the whole path. */
  src: string
  has?: VercelCondition[]
  missing?: VercelCondition[]
  headers?: Record<string, string>
  dest?: string
  /** Continues with the next route, with `dest` as the path. */
  continue?: boolean
}

export interface VercelCondition {
  type: 'header'
  key: string
  value: string
}

/**
 * Returns `vercel.json`.
 *
 * `cleanUrls` would redirect `/docs/api.html`. `trailingSlash` is not set, because either value would redirect some
 * of the files. Vercel serves `/404.html` at unknown paths by default.
 *
 * The headers are routes too, because only regular expressions can match thousands of files with few rules. Since
 * February 2026, Vercel accepts `routes` together with `headers`.
 *
 * @see https://vercel.com/docs/project-configuration/vercel-json
 */
export const vercelFiles: HostRenderer = (rules, hasFallback, copies) => {
  const rewrites = copies.flatMap(({ path, copyOf, isRedirect }) =>
    isRedirect ? [] : [{ source: path, destination: copyOf }],
  )
  // Vercel looks for a file first. The paths of functions are excluded.
  const source = String.raw`/((?!api/|functions/|[^?]*\.).*)`
  if (hasFallback) rewrites.push({ source, destination: '/index.html' })
  const config = {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    cleanUrls: false,
    routes: routes(rules),
    ...(rewrites.length > 0 && { rewrites }),
  }
  return [{ root: 'project', path: 'vercel.json', body: renderJson(config) }]
}

function routes(rules: HostRule[]): VercelRoute[] {
  const groups = groupRules(rules)
  return [
    ...negotiationRoutes(groups),
    ...groups.flatMap((group) => {
      const varied = group.markdown === undefined ? group.headers : varyByAccept(group.headers)
      const headers = fillStem(varied, '$1')
      return pathPatterns(group).map((src) => ({ src, headers, continue: true }))
    }),
  ]
}

/** The limit of a pattern. */
const MAX_PATTERN_LENGTH = 4096

/** Returns regular expressions that match the paths of a group and capture their stems. */
function pathPatterns({ stems, suffix }: Pick<RuleGroup, 'stems' | 'suffix'>): string[] {
  const escaped = stems.map(escapePattern)
  const end = `)${escapePattern(suffix)}$`
  const patterns: string[] = []
  let pattern = ''
  for (const stem of escaped) {
    const longer = pattern === '' ? `^(${stem}` : `${pattern}|${stem}`
    if (pattern === '' || longer.length + end.length <= MAX_PATTERN_LENGTH) pattern = longer
    else {
      patterns.push(pattern + end)
      pattern = `^(${stem}`
    }
  }
  return [...patterns, pattern + end]
}

function escapePattern(path: string): string {
  return path.replaceAll(/[.$]/g, String.raw`\$&`)
}

/**
 * Returns routes that respond with the Markdown version of a page to clients that prefer Markdown.
 *
 * Regular expressions cannot compare two weights: a client that names both types, and Markdown with a weight below
 * 1, gets HTML. For every other valid `Accept` header, the response is the same as from `serveResources`.
 *
 * These are routes rather than rewrites, because Vercel looks for a file before it rewrites, and finds the page.
 */
export function negotiationRoutes(groups: RuleGroup[]): VercelRoute[] {
  // Pages with other headers are negotiated in the same way.
  const negotiated = new Map<string, { suffix: string; stems: string[] }>()
  for (const { suffix, stems, markdown } of groups) {
    if (markdown === undefined) continue
    const others = negotiated.get(markdown)?.stems ?? []
    negotiated.set(markdown, { suffix, stems: [...others, ...stems] })
  }
  return [...negotiated].flatMap(([markdown, paths]) => {
    const dest = markdown.replace(STEM, () => '$1')
    return pathPatterns(paths).flatMap((src) => {
      const route = {
        src,
        headers: varyByAccept({ 'Content-Location': dest }),
        dest,
        // A later route adds the headers of the Markdown version, by its path.
        continue: true,
      }
      return [
        { ...route, has: [accepts(MARKDOWN)], missing: [accepts(MARKDOWN_BELOW_1)] },
        { ...route, has: [accepts(MARKDOWN_BETWEEN_0_AND_1)], missing: [accepts(HTML)] },
      ]
    })
  })
}

function accepts(value: string): VercelCondition {
  return { type: 'header', key: 'accept', value }
}

const START = String.raw`(?:.*,)?\s*`
const END = String.raw`\s*(?:[;,].*)?`

const HTML = `${START}text/html${END}`
const MARKDOWN = `${START}text/markdown${END}`
const MARKDOWN_BELOW_1 = String.raw`${START}text/markdown\s*;(?:[^,]*;)?\s*[qQ]=0.*`
const MARKDOWN_BETWEEN_0_AND_1 = String.raw`${START}text/markdown\s*;(?:[^,]*;)?\s*[qQ]=0\.\d*[1-9].*`
