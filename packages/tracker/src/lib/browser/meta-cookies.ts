import { tryCall } from './try-call.ts'

/** The values of Meta's cookies. */
export interface MetaCookies {
  fbp: string | undefined
  fbc: string | undefined
}

/**
 * Returns the `_fbp` and `_fbc` cookies. Creates the missing ones and extends the others by 90 days.
 *
 * Follows Meta's own library: cookies are set on the highest possible domain, the click id is stored
 * unchanged, and the fifth segment that newer versions add is kept. A malformed cookie is replaced.
 *
 * @param maxAge Seconds. 0 expires the cookies.
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc
 */
export function keepMetaCookies(maxAge: number): MetaCookies {
  return {
    fbp: keepCookie('_fbp', maxAge, Math.floor(Math.random() * 1e17)),
    // Meta's click ids are base64url; anything else, or anything longer, is ignored.
    fbc: keepCookie(
      '_fbc',
      maxAge,
      /[?#&]fbclid=([\w-]{1,500})(?![^#&])/.exec(location.href + '#' + document.referrer)?.[1],
      true,
    ),
  }
}

/**
 * Returns the cookie's value after creating or extending it, or `undefined` if it cannot be set.
 *
 * @param payload Last segment of a new cookie. If missing, no cookie is created.
 * @param replaces Whether a cookie with another payload is replaced.
 */
function keepCookie(
  name: string,
  maxAge: number,
  payload: string | number | undefined,
  replaces?: boolean,
): string | undefined {
  return tryCall(() => {
    // `fb.<subdomain index>.<creation time in ms>.<payload>[.<appendix>]`
    const [, , value, index, present] =
      document.cookie.match(`(^| )${name}=(fb\\.(\\d)\\.\\d+\\.([^.;]+)[^;]*)`) ?? []
    const kept = replaces && payload && payload !== present ? '' : value

    // Browsers ignore cookies for public suffixes, e.g. `co.uk`, so the next longer domain is tried.
    for (let level = (index as never) | 0; level < 10 && (kept || payload); level++) {
      const cookie = kept || ['fb', level, +new Date(), payload].join('.')
      const domain = location.hostname
        .split('.')
        .slice(-1 - level)
        .join('.')
      document.cookie = `${name}=${cookie};max-age=${maxAge};path=/;domain=${domain}`
      if (document.cookie.includes(cookie)) return cookie
    }
    return undefined
  })
}
