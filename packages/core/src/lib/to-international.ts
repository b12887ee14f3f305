/**
 * Describes how phone numbers are written inside a country. In Russia, with country code 7 and trunk prefix 8,
 * `8 (912) 345-67-89` is the same number as `+7 912 345-67-89`.
 */
export interface NationalPhone {
  /** Digits of the country code, for example `7`. */
  countryCode: string
  /** Digits that replace the country code in a number without a `+`, for example `8` or `0`. */
  trunkPrefix: string
}

/**
 * Converts a national phone number to an international one, so that one person has one hash.
 *
 * Meta's own libraries do not do this: they produce different hashes for `8 912 …` and `+7 912 …`.
 *
 * @param phone The phone number as typed.
 * @returns The number with the country code instead of the trunk prefix. A number that starts with `+`, `00` or
 *   another digit, and a digest, are returned unchanged.
 */
export function toInternational(
  phone: string,
  { countryCode, trunkPrefix }: NationalPhone,
): string {
  if (phone.length >= DIGEST_LENGTH) return phone
  return phone.replace(new RegExp(`^[^+\\d]*${trunkPrefix}(?!0)`), countryCode)
}

/** Length of an MD5 digest in hex; shorter than a SHA-256 digest and longer than any phone number. */
const DIGEST_LENGTH = 32
