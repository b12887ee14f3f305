import type { School } from '../school-schema.ts'

/** On one line: `Rua do Norte 12, 1200-284 Lisbon, PT`. */
export function writeAddress(address: School['address']): string {
  const { street, postalCode, city, region, country } = address
  const place = postalCode ? `${postalCode} ${city}` : city
  return [street, place, region, country].filter(Boolean).join(', ')
}
