/** A row of the table in `docs/inside/meta-claims.md`. */
export interface Claim {
  /** The page, relative to the folder of the list. */
  page: string
  claim: string
  /** The month in which somebody checked it: `2026-11`. */
  checked: string
}

/** Claims must be checked again after half a year. */
const MAX_MONTHS = 6

/** Reads the list of claims about Meta. */
export function readClaims(markdown: string): Claim[] {
  const row = /^\| \[[^\]]+\]\((?<page>[^)]+)\) *\| (?<claim>.+?) *\| (?<checked>\d{4}-\d{2}) *\|/gm
  return [...markdown.matchAll(row)].map(({ groups }) => ({ ...groups }) as unknown as Claim)
}

/** Returns the claims that were checked too long ago for a release. */
export function findStaleClaims(markdown: string, nowMs: number): Claim[] {
  const now = new Date(nowMs)
  return readClaims(markdown).filter(({ checked }) => {
    const [year, month] = checked.split('-').map(Number) as [number, number]
    const months = (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - month
    return months > MAX_MONTHS
  })
}
