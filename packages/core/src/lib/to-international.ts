/**
 * How numbers are dialled inside a country. In Russia, with country code 7 and trunk prefix 8,
 * `8 (912) 345-67-89` is the phone that everybody else calls `+7 912 345-67-89`.
 */
export interface NationalPhone {
  /** Digits, such as `7`. */
  countryCode: string
  /** Digits that stand for the country code when a number is written without a `+`, such as `8` or `0`. */
  trunkPrefix: string
}

/**
 * Writes a phone the way it is dialled from abroad, so that one person has one hash. Meta's own libraries
 * cannot: they hash `8 912 …` and `+7 912 …` as two people.
 *
 * @param phone As somebody typed it. What begins with `+`, `00` or another digit than the trunk prefix is
 *   returned as it is, and so is a digest.
 */
export function toInternational(
  phone: string,
  { countryCode, trunkPrefix }: NationalPhone,
): string {
  if (phone.length >= DIGEST_LENGTH) return phone
  return phone.replace(new RegExp(`^[^+\\d]*${trunkPrefix}(?!0)`), countryCode)
}

/** MD5's, which is shorter than SHA-256's and longer than any phone. */
const DIGEST_LENGTH = 32
