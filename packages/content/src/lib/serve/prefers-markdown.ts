import { parseAccept } from './parse-accept.ts'

/**
 * Whether a client wants Markdown where there is HTML too: it names `text/markdown`, and gives `text/html` no
 * more weight.
 *
 * `*` + `/*` says nothing, because agents that want Markdown send it as well. A header that cannot be read
 * means HTML.
 */
export function prefersMarkdown(accept: string | null): boolean {
  const weights = parseAccept(accept)
  const markdown = weights?.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (weights?.get('text/html') ?? 0)
}
