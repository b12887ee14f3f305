/**
 * A file's path as it stands in the address of a request: `/школа` is `/%D1%88…`.
 *
 * Throws when no request could ever have it.
 */
export function toPathname(path: string): string {
  if (/^\/(?![/\\])[^?#\s]*$/.test(path)) return new URL(path, 'http://localhost').pathname
  throw new Error(
    `The path "${path}" cannot be served: write one that begins with one slash and has no "?", "#" or space, like "/llms.txt".`,
  )
}
