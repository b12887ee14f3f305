import type { School } from '@conversion-capi/content'

import type { Site } from '../site/site.ts'

/** @see https://www.itu.int/pub/T-SP-E.164D */
const CODES: Record<string, string | undefined> = Object.fromEntries(
  (
    'AE971 AM374 AR54 AT43 AU61 AZ994 BE32 BG359 BR55 BY375 CA1 CH41 CL56 CN86 CO57 CY357 CZ420 DE49 DK45 EE372 EG20 ' +
    'ES34 FI358 FR33 GB44 GE995 GR30 HR385 HU36 ID62 IE353 IL972 IN91 IS354 IT39 JP81 KG996 KR82 KZ7 LT370 LU352 ' +
    'LV371 MA212 MD373 ME382 MK389 MT356 MX52 MY60 NG234 NL31 NO47 NZ64 PE51 PH63 PK92 PL48 PT351 RO40 RS381 RU7 ' +
    'SA966 SE46 SG65 SI386 SK421 TH66 TJ992 TN216 TR90 UA380 US1 UZ998 VN84 ZA27'
  )
    .split(' ')
    .map((each) => [each.slice(0, 2), each.slice(2)]),
)

/** Returns the calling code of each number with a plus, or in a link to WhatsApp, on a page. */
export function readCallingCodes(html: string): string[] {
  const numbers = html.match(/(?:\+|\bwa\.me\/\+?)[1-9](?:[\s().-]*\d){7,14}/g) ?? []
  return numbers.map(callingCodeOf).filter((code) => code !== undefined)
}

/**
 * Returns the calling codes of a site, the most likely one first: of the numbers on its pages, of its country, or of the
 * only country where most people speak its language.
 */
export function findCallingCodes(
  read: string[],
  { address, language, url }: Pick<School, 'address' | 'language'> & { url?: string },
): string[] {
  const counts = Map.groupBy(read, (code) => code)
  const sorted = [...counts].toSorted(([, a], [, b]) => b.length - a.length)
  const domain = url === undefined ? undefined : new URL(url).hostname.split('.').at(-1)
  const country = address?.country ?? new Intl.Locale(language).region ?? domain
  const stated = [...sorted.map(([code]) => code), CODES[country?.toUpperCase() ?? '']]
  const codes = [...new Set(stated.filter((code) => code !== undefined))]
  if (codes.length > 0) return codes
  const [only, other] = Object.keys(CODES).filter(
    (region) =>
      new Intl.Locale(`und-${region}`).maximize().language === new Intl.Locale(language).language,
  )
  return only && !other ? [CODES[only]!] : []
}

/** Returns a national number with the only calling code that the site can mean, or as it is. */
export function toInternational(phone: string, codes: string[]): string {
  const [code, other] = codes
  const digits = phone.replaceAll(/\D/g, '')
  if (phone.startsWith('+') || code === undefined || other !== undefined || digits.length < 7)
    return phone
  // Italian numbers keep the 0 in front, and Russian ones are written with 8.
  const trunk = code === '39' ? /(?!)/ : code === '7' ? /^8(?=\d{10}$)/ : /^0/
  return `+${code}${digits.replace(trunk, '')}`
}

/** Returns the calling code that an international number starts with. No code is the start of another. */
function callingCodeOf(phone: string): string | undefined {
  const digits = `+${phone.replaceAll(/\D/g, '')}`
  // Of templates.
  if (digits.includes('1234567890')) return undefined
  return Object.values(CODES).find((code) => digits.startsWith(`+${code}`))
}

export function nationalPhoneOption({ callingCodes: [code = '…', ...others] }: Site): string {
  const also = others.length === 0 ? '' : `the site also has +${others.join(' and +')}; `
  return `site.tracker.nationalPhone to { countryCode: "${code}" } (${also}with trunkPrefix: "0" if numbers start with 0)`
}
