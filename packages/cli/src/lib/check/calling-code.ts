import type { SiteSource } from '../site/site.ts'

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

/** Returns the calling code of a country, or of the country where most people speak a language. */
export function callingCode(country: string | undefined, language: string): string | undefined {
  const known = country?.toUpperCase() ?? new Intl.Locale(language).maximize().region
  return known === undefined ? undefined : CODES[known]
}

/** Returns the calling code that an international number starts with. No code is the start of another. */
export function callingCodeOf(phone: string): string | undefined {
  const digits = phone.replaceAll(/[^+\d]/g, '')
  return Object.values(CODES).find((code) => digits.startsWith(`+${code}`))
}

export function nationalPhoneOption({ countryCode }: SiteSource): string {
  return `site.tracker.nationalPhone to { countryCode: "${countryCode}" } (with trunkPrefix: "0" if numbers start with 0)`
}
