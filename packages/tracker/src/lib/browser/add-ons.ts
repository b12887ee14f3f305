// The code of the options: each function has the name of its option and returns the value of the field that
// the option sets (see `options.ts`). `matchedPixel` replaces `pixel` if the pixel gets personal data. A script contains
// only the functions of the options that are set. The site builders of `platform` have a function each, e.g. `tilda`, see
// `platformFunctions`. The rows of its widgets are the value of `widgets`.
import { type NationalPhone, toInternational } from '@conversion-capi/core/pii'

import type { Pii } from './pii.ts'
import { type MetaCookies, visitUrls } from './meta-cookies.ts'
import type { Orders } from './browser-options.ts'
import type { Tracker } from './tracker-api.ts'
import { tryCall } from './try-call.ts'

export { debug } from './debug.ts'
export { declarative } from './declarative.ts'
export { matchedPixel, pixel } from './pixel.ts'
export { program } from './program.ts'
export { tilda, tildaConsent } from './platforms/tilda.ts'
export { webflow } from './platforms/webflow.ts'
export { hubspotWidgets, widgets } from './platforms/widgets.ts'
export { wordpress } from './platforms/wordpress.ts'

/** At least 40 events. */
const MAX_SENT_LENGTH = 5000

export function globalPrivacyControl(): boolean | undefined {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl
}

/**
 * Returns whether the page is on this machine, in a private network, or on a name that a host gives previews, and says so
 * in the console, unless the site is there. Another hostname can be the new one of a school.
 */
export function siteUrl(url: string): boolean {
  const { hostname } = location
  const isPreview =
    /(^|\.)local(host)?$|^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168)(\.\d+){2,3}$|^\[(::1?|f[cd].*|fe80.*)]$|\.(vercel|netlify)\.app$|\.(pages|workers|deno)\.dev$|\.deno\.net$/.test(
      hostname,
    ) && !url.includes('//' + hostname)
  if (isPreview) {
    console.info(`conversion-capi: ${hostname} sends no events, because the site is at ${url}.`)
  }
  return isPreview
}

export function queryParameters(allowed: readonly string[]): () => string {
  return () => {
    const isAllowed = (parameter: string) => allowed.includes(parameter.split('=')[0]!)
    const query = location.search.slice(1).split('&').filter(isAllowed).join('&')
    return query && '?' + query
  }
}

/**
 * Returns a function that adds the source of the visit to a URL without one, and remembers it. For `''`, it forgets the
 * source. If no earlier page has remembered it, it is unknown on a page that another page of the site links to.
 */
export function trafficSource(): (url: string) => string {
  const host = document.referrer.split('/')[2] ?? 'direct'
  // Other text, which could be personal data, is not sent.
  let source = /[?&]utm_source=([^&#]+)/.exec(visitUrls())?.[1]?.replace(/.*[^\w.-].*/, 'other')
  return (url) => {
    try {
      const ofPage = host === location.host ? '' : host
      if (url) sessionStorage['capi_source'] = source ||= sessionStorage['capi_source'] || ofPage
      else delete sessionStorage['capi_source']
    } catch {}
    return source && !/[?&]utm_source=/.test(url)
      ? url + (url.includes('?') ? '&' : '?') + 'utm_source=' + source
      : url
  }
}

/** Makes the order ID, or the event ID that the page passes, the event ID, and remembers the newest events. */
export function oncePerOrder(): Orders {
  return {
    // Neither an email address nor `[object Object]`.
    _toId: (value) => /^[!-?A-~]{1,100}$/.exec((value || '') as string)?.[0],
    _isSent: (event) =>
      tryCall(() => {
        const sent: string = localStorage['capi_sent'] ?? ''
        if (sent.includes(event)) return true
        localStorage['capi_sent'] = (event + sent).slice(0, MAX_SENT_LENGTH)
        return undefined
      }),
    _forget: () => tryCall(() => delete localStorage['capi_sent']),
  }
}

/** Returns a function that writes the phone number of `pii` in international form. */
export function nationalPhone(rule: NationalPhone): (pii: Pii) => Pii {
  return (pii) => {
    const phone = pii.ph || pii.phone
    return phone ? { ...pii, ph: toInternational(String(phone), rule) } : pii
  }
}

/**
 * Returns a function that returns whether the page's path is one of `paths`, or below one.
 *
 * Compares whole segments of decoded paths, as the most tolerant server would: ignores case, Unicode composition, file
 * extensions, parameters of segments (`;jsessionid=1`), repeated slashes and a slash at the end. A page is excluded if
 * its path cannot be decoded, if the decoded path contains `..` (browsers resolve `..`, but not before `%2F`), or if its
 * URL has no path (`about:srcdoc`).
 */
export function exclude(paths: readonly string[]): () => boolean {
  const decode = (path: string) =>
    decodeURIComponent(path + '/')
      .toLowerCase()
      .normalize()
  const split = (path: string) => decode(path).replace(/(;[^/\\]*|[/\\.])+/g, '/')
  return () =>
    tryCall(
      () =>
        /^[^/]|[/\\]\.\.[/\\;]/.test(decode(location.pathname)) ||
        paths.some((path) => split(location.pathname).startsWith(split(path))),
    ) !== false
}

/** Routers push a URL and replace it when the server has redirected, after the page has been rendered. */
const SETTLE_MS = 200

declare const self: { navigation?: EventTarget }

/**
 * Returns a function that tracks a PageView when the page changes without a page load. It must start on excluded pages too,
 * to notice when the visitor leaves them.
 */
export function singlePage(): (tracker: Tracker) => void {
  return (tracker) => {
    // Without the query, a slash at the end, and a fragment that is not a route (`#/physics`).
    const read = () => (location.pathname + location.hash).replace(/\/?(#(?!!?\/).*)?$/, '')
    let page = read()
    const check = () =>
      setTimeout(() => {
        if (page !== (page = read())) tracker.track('PageView')
      }, SETTLE_MS)
    for (const method of ['pushState', 'replaceState'] as const) {
      const original = history[method]
      history[method] = function (...args) {
        check()
        return original.apply(this, args)
      }
    }
    addEventListener('popstate', check)
    // Missing in Firefox before version 147 and Safari before version 26.2.
    self.navigation?.addEventListener('navigatesuccess', check)
  }
}

/**
 * Returns a function that writes Meta's cookies into the form fields named `capi_visitor` before a form is sent, so that
 * the CRM can send them with later stages of the lead. Without consent, there are no cookies, and the fields stay empty.
 *
 * The ID is not the one of the Lead, which is tracked later, if the server has accepted the form.
 */
export function visitorField(): (
  tracker: Tracker,
  readCookies: () => MetaCookies | 0 | undefined,
) => void {
  return (_, readCookies) => {
    const fill = () => {
      const cookies = readCookies()
      // Another page may have deleted them.
      const isKept = cookies && cookies.fbp && document.cookie.includes(cookies.fbp)
      const visitor = JSON.stringify({ event_id: Math.random() + '', ...cookies })
      for (const field of document.getElementsByName('capi_visitor')) {
        ;(field as HTMLInputElement).value = isKept ? visitor : ''
      }
    }
    addEventListener('click', fill, true)
  }
}

/**
 * Returns a function that writes the source of the visit into the form fields named `capi_source` before a form is sent, and
 * the ID of the page's program into those named `capi_program`. `trafficSource` stores the source, with consent only.
 */
export function sourceField(): (tracker: Tracker, readCookies: () => unknown) => void {
  return (tracker, readCookies) => {
    const fill = (name: string, read: () => unknown) => {
      const value = (tryCall(() => readCookies() && read()) as string) || ''
      for (const field of document.getElementsByName(name))
        (field as HTMLInputElement).value = value
    }
    const fillBoth = () => {
      fill('capi_source', () => sessionStorage['capi_source'])
      fill('capi_program', () => '' + tracker._program!()['content_ids'])
    }
    addEventListener('click', fillBoth, true)
  }
}

declare const webkit: {
  messageHandlers: { browserProperties: { postMessage: (name: string) => Promise<string> } }
}

/**
 * Returns a function that requests the ad's click ID from the browser in Facebook's and Instagram's apps, and sends it as `fbc`
 * if there is no cookie, from the visitor's first click on. It stores nothing: the app knows the ID on the next page too. In
 * other browsers, it throws, which the tracker ignores.
 *
 * @see https://github.com/facebook/capi-param-builder (client_js/shared/ext/ebpExtension.js, commit b0b6f0b)
 */
export function inAppClickId(): (
  _: Tracker,
  readCookies: () => MetaCookies | 0 | undefined,
) => void {
  return (_, readCookies) => {
    const keep = (id: string) => {
      const use = () => {
        const cookies = readCookies()
        // Longer than the texts `null` and `undefined`.
        if (cookies && /^[\w-]{10,}$/.test(id)) cookies.fbc ||= 'fb.1.' + +new Date() + '.' + id
      }
      addEventListener('click', use, true)
    }
    if (/FB_IAB|Instagram/.test(navigator.userAgent)) {
      const request = new XMLHttpRequest()
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- It is shorter.
      request.onload = () => keep(request.responseText)
      request.open('GET', 'properties://browser/clickID')
      request.send()
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A handler of the app has none.
    webkit.messageHandlers.browserProperties.postMessage('clickID').then(keep)
  }
}
