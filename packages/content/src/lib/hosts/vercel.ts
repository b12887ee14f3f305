import { PATHS } from '../resource.ts'
import { varyByAccept } from '../serve/negotiation.ts'
import { type HostFile, type HostRule, renderJson } from './host-rules.ts'

/** A route of Vercel, in `vercel.json` and in the Build Output API. */
export interface VercelRoute {
  /** Regular expression that matches the whole path. */
  src: string
  has?: VercelCondition[]
  missing?: VercelCondition[]
  headers?: Record<string, string>
  dest?: string
  status?: number
  /** Continues with the next route, with `dest` as the path. */
  continue?: boolean
}

/** A condition on a request header. */
export interface VercelCondition {
  type: 'header'
  key: string
  /** Regular expression that matches the whole value. */
  value: string
}

/**
 * Returns the files for Vercel: `vercel.json` for sites that Vercel builds, and the configuration of the Build
 * Output API for sites that are deployed prebuilt.
 */
export function vercelFiles(rules: HostRule[]): HostFile[] {
  return [vercelJson(rules), buildOutputConfig(rules)]
}

/**
 * `cleanUrls` would redirect `/docs/api.html`. `trailingSlash` is not set, because either value would redirect some
 * of the files. Vercel serves `/404.html` at unknown paths by default.
 *
 * Since February 2026, Vercel accepts `routes` together with `headers`, and applies `routes` first.
 *
 * @see https://vercel.com/docs/project-configuration/vercel-json
 */
function vercelJson(rules: HostRule[]): HostFile {
  const routes = negotiationRoutes(rules)
  const config = {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    cleanUrls: false,
    ...(routes.length > 0 && { routes }),
    headers: rules.map((rule) => ({
      source: rule.path,
      headers: Object.entries(ruleHeaders(rule)).map(([key, value]) => ({ key, value })),
    })),
  }
  return {
    host: 'vercel',
    root: 'project',
    path: 'vercel.json',
    body: renderJson(config),
  }
}

/**
 * An override without a `path` keeps the file at its exact URL.
 *
 * @see https://vercel.com/docs/build-output-api/configuration
 */
function buildOutputConfig(rules: HostRule[]): HostFile {
  const typed = rules.filter(({ headers }) => headers['Content-Type'] !== undefined)
  const notFound = rules.find(({ path }) => path === PATHS.notFound)
  const config = {
    version: 3,
    routes: [
      ...negotiationRoutes(rules),
      ...rules.map((rule): VercelRoute => ({
        src: pathPattern(rule.path),
        headers: ruleHeaders(rule),
        continue: true,
      })),
      { handle: 'filesystem' },
      ...(notFound
        ? [
            { handle: 'error' },
            { src: '^/.*$', status: 404, dest: notFound.path, headers: notFound.headers },
          ]
        : []),
    ],
    overrides: Object.fromEntries(
      typed.map(({ path, headers }) => [
        publishedFile(path),
        { contentType: headers['Content-Type'] },
      ]),
    ),
  }
  return {
    host: 'vercel-build-output',
    root: 'project',
    path: '.vercel/output/config.json',
    body: renderJson(config),
  }
}

/** Returns the path of a file in the published folder: `for-llm/index.html` for `/for-llm/`. */
export function publishedFile(path: string): string {
  return `${path.slice(1)}${path.endsWith('/') ? 'index.html' : ''}`
}

/** Returns the headers of a rule. On Vercel, a page with a Markdown version varies. */
function ruleHeaders({ headers, markdown }: HostRule): Record<string, string> {
  return markdown === undefined ? headers : varyByAccept(headers)
}

/**
 * Returns routes that respond with the Markdown version of a page to clients that prefer Markdown.
 *
 * Regular expressions cannot compare two weights: a client that names both types, and Markdown with a weight below
 * 1, gets HTML. For every other valid `Accept` header, the response is the same as from `serveResources`.
 *
 * These are routes rather than rewrites, because Vercel looks for a file before it rewrites, and finds the page.
 */
export function negotiationRoutes(rules: HostRule[]): VercelRoute[] {
  return rules.flatMap(({ path, markdown }) => {
    if (markdown === undefined) return []
    const route = {
      src: pathPattern(path),
      headers: varyByAccept({ 'Content-Location': markdown }),
      dest: markdown,
      // A later route adds the headers of the Markdown version, by its path.
      continue: true,
    }
    return [
      { ...route, has: [accepts(MARKDOWN)], missing: [accepts(MARKDOWN_BELOW_1)] },
      { ...route, has: [accepts(MARKDOWN_BETWEEN_0_AND_1)], missing: [accepts(HTML)] },
    ]
  })
}

function pathPattern(path: string): string {
  return `^${path.replaceAll(/[.$]/g, String.raw`\$&`)}$`
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
