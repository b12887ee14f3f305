import { headersFile } from './headers-file.ts'
import type { HostFile } from './host-file.ts'
import type { HostRule } from './host-rule.ts'

/**
 * Netlify's `_headers`: the exact type and the other headers of every file.
 *
 * Netlify matches a path with and without a slash at its end, and in any case. It cannot choose by `Accept`, so
 * nothing here varies; the Markdown twin has its own address.
 *
 * @see https://docs.netlify.com/manage/routing/headers/
 */
export function netlifyHeaders(rules: HostRule[]): HostFile {
  return {
    host: 'netlify',
    place: 'site',
    path: '_headers',
    body: headersFile('Netlify: the headers of the files that machines read.', rules),
  }
}
