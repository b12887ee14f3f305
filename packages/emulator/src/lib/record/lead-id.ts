/** Meta's page said 15 or 16 digits until 2025, and says 15 to 17 in 2026. */
const LEAD_ID = /^\d{15,17}$/

/**
 * Returns whether a value has the format of `lead_id`. JSON parsers round numbers beyond 2^53, so they are not IDs.
 *
 * @see https://developers.facebook.com/documentation/ads-commerce/conversions-api/conversion-leads-integration/payload-specification
 */
export function isLeadId(value: unknown): value is string | number {
  return (typeof value === 'string' || Number.isSafeInteger(value)) && LEAD_ID.test(String(value))
}
