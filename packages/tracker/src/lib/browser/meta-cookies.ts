import { META_COOKIE } from '@conversion-capi/core/protocol'

import { tryCall } from './try-call.ts'

export interface MetaCookies {
  fbp: string | undefined
  fbc: string | undefined
}

/**
 * Returns the URL of the page and, if a page of the same site links to it, the URL of that page: the second page of a
 * visit still has the parameters of the ad's link in its referrer. Firefox shortens that referrer to its origin.
 */
export function visitUrls(): string {
  return location.href + '#' + RegExp(`[./]${location.host}/.*`).exec(document.referrer)
}

/**
 * Returns the `_fbp` and `_fbc` cookies. Creates missing ones and extends existing ones.
 *
 * Does the same as Meta's own library: sets cookies on the highest possible domain, stores the click ID
 * unchanged, keeps the fifth segment that newer versions add, and replaces malformed cookies.
 *
 * @param maxAge In seconds. 0 deletes the cookies with each path and domain that the page can see: the prefixes of its
 *   path, the parent domains, and its hostname with and without a `Domain` attribute.
 * @param urls The result of {@link visitUrls}, or a click ID, so that `_fbc` is deleted even if it is malformed.
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc
 */
export function keepMetaCookies(maxAge: number, urls: string): MetaCookies {
  return {
    fbp: keepCookie('_fbp', maxAge, Math.floor(Math.random() * 1e17)),
    // Click IDs are base64url. Other values and longer values are ignored.
    fbc: keepCookie('_fbc', maxAge, /[?#&]fbclid=([\w-]{1,500})(?![^#&])/.exec(urls)?.[1]),
  }
}

/**
 * Creates, extends or deletes a cookie. Returns its value, or `undefined` if it cannot be set.
 *
 * @param payload Last segment of a new cookie. If missing, no cookie is created. A string replaces another payload.
 */
function keepCookie(
  name: string,
  maxAge: number,
  payload: string | number | undefined,
): string | undefined {
  return tryCall(() => {
    // The newest cookie with this name that is not malformed.
    const present = document.cookie
      .split('; ')
      .map((cookie) => cookie.startsWith(name) && cookie.slice(5))
      .filter((cookie): cookie is string => META_COOKIE.test(cookie as string))
      .sort((a, b) => (b.split('.')[2] as never) - (a.split('.')[2] as never))[0]
    const isNew = payload !== present?.split('.')[3] && (payload as string | undefined)?.[0]
    const kept = !isNew && present

    // Browsers ignore cookies for public suffixes, e.g. `co.uk`. In that case, use the next longer domain, and no domain
    // at the end.
    for (
      let level = maxAge && (present?.[3] as never) & 7;
      level < 10 && (kept || payload);
      level++
    ) {
      const cookie = kept || ['fb', level, +new Date(), payload].join('.')
      const domain = location.hostname.split('.').slice(~level).join('.')
      for (
        let path = maxAge ? '/' : location.pathname;
        path;
        path = path.replace(/[^/]+$|.$/, '')
      ) {
        document.cookie =
          name +
          '=' +
          [cookie, 'max-age=' + maxAge, 'path=' + path, level - 9 && 'domain=' + domain].join(';')
      }
      if (maxAge && document.cookie.includes(cookie)) return cookie
    }
    return undefined
  })
}
