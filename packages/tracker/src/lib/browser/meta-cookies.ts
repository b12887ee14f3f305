import { tryCall } from './try-call.ts'

/** The values of Meta's cookies. */
export interface MetaCookies {
  fbp: string | undefined
  fbc: string | undefined
}

/**
 * Returns the `_fbp` and `_fbc` cookies. Creates missing ones and extends existing ones.
 *
 * Does the same as Meta's own library: sets cookies on the highest possible domain, stores the click id
 * unchanged, keeps the fifth segment that newer versions add, and replaces malformed cookies. A `maxAge` of 0 seconds
 * deletes them.
 *
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc
 */
export function keepMetaCookies(maxAge: number): MetaCookies {
  return {
    fbp: keepCookie('_fbp', maxAge, Math.floor(Math.random() * 1e17)),
    // Click ids are base64url. Other values and longer values are ignored.
    fbc: keepCookie(
      '_fbc',
      maxAge,
      /[?#&]fbclid=([\w-]{1,500})(?![^#&])/.exec(location.href + '#' + document.referrer)?.[1],
      true,
    ),
  }
}

/**
 * Creates or extends a cookie. Returns its value, or `undefined` if it cannot be set.
 *
 * @param payload Last segment of a new cookie. If missing, no cookie is created.
 * @param replaces Whether to replace a cookie that has another payload.
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

    // Browsers ignore cookies for public suffixes, e.g. `co.uk`. In that case, use the next longer domain.
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
