import { quietly } from './quietly.ts'

/**
 * The `_fbp` and `_fbc` cookies: made where they are missing, kept for another 90 days where they are not.
 *
 * As Meta's own library does it: on the highest domain that takes them, the click id as it came, a fifth
 * segment left alone. A cookie that is none of Meta's is replaced.
 *
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc
 */
export function clickIds(): { fbp: string | undefined; fbc: string | undefined } {
  return {
    fbp: keepCookie('_fbp', Math.floor(Math.random() * 1e17)),
    // What is not base64url, or longer, is no click id of Meta's.
    fbc: keepCookie(
      '_fbc',
      /[?#&]fbclid=([\w-]{1,500})(?![^#&])/.exec(location.href + '#' + document.referrer)?.[1],
      true,
    ),
  }
}

/**
 * @param payload What a new cookie holds; without it none is made.
 * @param replaces Whether a cookie that holds something else is made anew.
 */
function keepCookie(
  name: string,
  payload: string | number | undefined,
  replaces?: boolean,
): string | undefined {
  return quietly(() => {
    // `fb.<subdomain index>.<creation time, ms>.<payload>`, and an appendix if Meta's library wrote it.
    const [, value, index, present] =
      document.cookie.match(`\\b${name}=(fb\\.(\\d)\\.\\d+\\.([^.;]+)[^;]*)`) ?? []
    const kept = replaces && payload && payload !== present ? '' : value

    // A domain that belongs to nobody, such as `co.uk`, takes none.
    for (let level = +index! || 0; kept || (payload && level < 9); level++) {
      const cookie = kept || `fb.${level}.${Date.now()}.${payload}`
      const domain = location.hostname
        .split('.')
        .slice(-1 - level)
        .join('.')
      document.cookie = `${name}=${cookie};max-age=7776000;path=/;domain=${domain}`
      if (document.cookie.includes(cookie)) return cookie
    }
    return undefined
  })
}
