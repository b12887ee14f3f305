import { varyByAccept } from '../serve/vary-by-accept.ts'
import type { HostRule } from './host-rule.ts'
import { vercelPattern } from './vercel-pattern.ts'
import type { VercelCondition, VercelRoute } from './vercel-route.ts'

/**
 * Answers pages with their Markdown twins, to clients that prefer Markdown.
 *
 * No regular expression compares two weights: a client that names both types, and Markdown with a weight below
 * 1, gets HTML. To any other `Accept` that keeps to the grammar the answer is that of `serveResources`.
 *
 * These are routes, not rewrites: Vercel looks for a file before it rewrites, and finds the page.
 */
export function vercelNegotiation(rules: HostRule[]): VercelRoute[] {
  return rules.flatMap(({ path, markdown }) => {
    if (markdown === undefined) return []
    const route = {
      src: vercelPattern(path),
      headers: varyByAccept({ 'Content-Location': markdown }),
      dest: markdown,
      // The headers of the twin are given below, by its own path.
      continue: true,
    }
    return [
      { ...route, has: [accept(MARKDOWN)], missing: [accept(LIGHT_MARKDOWN)] },
      { ...route, has: [accept(WEIGHED_MARKDOWN)], missing: [accept(HTML)] },
    ]
  })
}

function accept(value: string): VercelCondition {
  return { type: 'header', key: 'accept', value }
}

const START = String.raw`(?:.*,)?\s*`
const END = String.raw`\s*(?:[;,].*)?`

const HTML = `${START}text/html${END}`
const MARKDOWN = `${START}text/markdown${END}`
/** With a weight below 1. */
const LIGHT_MARKDOWN = String.raw`${START}text/markdown\s*;(?:[^,]*;)?\s*[qQ]=0.*`
/** And above 0. */
const WEIGHED_MARKDOWN = String.raw`${START}text/markdown\s*;(?:[^,]*;)?\s*[qQ]=0\.\d*[1-9].*`
