import { PATHS } from '../resource.ts'
import type { HostFile } from './host-file.ts'
import type { HostRule } from './host-rule.ts'

/**
 * What `_headers` cannot say, for the project's `netlify.toml`: that `/docs/api.html` is served at that address
 * only (specification 4.2).
 *
 * Left to itself, Netlify sends the address with `.html` to the one without, and answers that one with the file.
 * A forced rule hides the second address, with and without a slash at its end.
 *
 * @see https://docs.netlify.com/manage/routing/redirects/redirect-options/
 */
export function netlifyToml(rules: HostRule[]): HostFile {
  const pages = rules.filter(({ path }) => path.endsWith('.html') && path !== PATHS.notFound)
  const blocks = [
    '# Netlify: the pages that machines read are served at their exact addresses only.',
    '[build.processing.html]\n  pretty_urls = false',
    ...pages.map(({ path }) => hide(path.slice(0, -'.html'.length))),
  ]
  return {
    host: 'netlify',
    place: 'project',
    path: 'netlify.toml',
    body: `${blocks.join('\n\n')}\n`,
  }
}

function hide(path: string): string {
  return [
    '[[redirects]]',
    `  from = ${quote(path)}`,
    `  to = ${quote(PATHS.notFound)}`,
    '  status = 404',
    '  force = true',
  ].join('\n')
}

/** A basic string of TOML escapes as JSON does. */
function quote(text: string): string {
  return JSON.stringify(text)
}
