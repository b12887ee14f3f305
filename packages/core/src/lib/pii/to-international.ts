/**
 * Describes how phone numbers are written inside a country. In Russia, with country code 7 and trunk prefix 8,
 * `8 (912) 345-67-89` is the same number as `+7 912 345-67-89`. Poland has country code 48 and no trunk prefix.
 */
export interface NationalPhone {
  /** Digits of the country code, for example `7`. */
  countryCode: string
  /**
   * Digits that are dialed before a national number, for example `8` or `0`.
   *
   * @default undefined (the country has no trunk prefix; in Italy, the leading 0 is part of the number)
   */
  trunkPrefix?: string | undefined
}

/** Length of an MD5 digest in hex; shorter than a SHA-256 digest and longer than any phone number. */
const DIGEST_LENGTH = 32

/**
 * Converts a national phone number to an international one, so that one person has one hash.
 *
 * Meta's own libraries do not do this: they produce different hashes for `8 912 …` and `+7 912 …`.
 *
 * The first rule that matches applies:
 * 1. A number that starts with `+` or `00`, and a digest, are returned unchanged.
 * 2. The trunk prefix is replaced with the country code.
 * 3. A number with at most 9 digits, with a leading 0, or with 10 digits that do not start with the country code
 *    is national: the country code is added. For the country codes 7, 39 and 91, every number with 10 digits is
 *    national, because mobile numbers in Kazakhstan, Italy and India can start with the country code.
 * 4. Any other number has a country code and is returned unchanged.
 */
export function toInternational(
  phone: string,
  { countryCode, trunkPrefix }: NationalPhone,
): string {
  const digits = phone.replace(/\D/g, '')
  if (phone.length >= DIGEST_LENGTH || /^\D*(\+|00)/.test(phone) || !digits) return phone
  if (trunkPrefix && digits.startsWith(trunkPrefix)) {
    return countryCode + digits.slice(trunkPrefix.length)
  }
  const isNational =
    digits.length < 10 ||
    digits.startsWith('0') ||
    (digits.length === 10 && (!digits.startsWith(countryCode) || /^(7|39|91)$/.test(countryCode)))
  return isNational ? countryCode + digits : phone
}
