import { labelsOf } from '../labels.ts'
import type { Program, School } from '../school-schema.ts'

/** `264 EUR per term`: in every file alike, so that a price can be found and compared. */
export function writePrice(school: School, price: Program['prices'][number]): string {
  return `${price.amount} ${price.currency} ${labelsOf(school).per} ${price.per}`
}
