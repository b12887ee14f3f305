/** A share of 1, as text. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}
