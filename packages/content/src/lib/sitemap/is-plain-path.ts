/**
 * Whether a path is surely one that `path()` takes, and that stands in an address as it is.
 *
 * Nearly all are, and this is many times faster than parsing an address: of the letters here none is encoded,
 * and without a dot after a slash there are no dot segments.
 */
export function isPlainPath(path: string): boolean {
  return /^\/(?!\/)[\w/.~-]*$/.test(path) && !path.includes('/.')
}
