/** Claims must be checked again after half a year. */
const MAX_MONTHS = 6

/**
 * Reads the list of claims about Meta, `docs/inside/meta-claims.md`: the page, relative to the folder of the list, the
 * claim, and the month in which somebody checked it.
 */
export function readClaims(markdown: string) {
  const row = /^\| \[[^\]]+\]\(([^)]+)\) *\| (.+?) *\| (\d{4}-\d{2}) *\|/gm
  return Array.from(markdown.matchAll(row), ([, page = '', claim = '', checked = '']) => ({
    page,
    claim,
    checked,
  }))
}

/** Returns the claims that were checked too long ago for a release. */
export function findStaleClaims(markdown: string, nowMs: number) {
  const now = new Date(nowMs)
  return readClaims(markdown).filter(({ checked }) => {
    const [year, month] = checked.split('-').map(Number) as [number, number]
    const months = (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - month
    return months > MAX_MONTHS
  })
}
