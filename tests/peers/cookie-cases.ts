import type { IdName } from './client-library-visit.ts'

/** A visit of www.school.test and the cookies that both libraries leave. */
export interface CookieCase {
  name: string
  /** Appended to the URL of the page. */
  url?: string
  referrer?: string
  cookies?: Partial<Record<IdName, string>>
  /**
   * The domain of the cookies, which expire in a day.
   *
   * @default '.school.test'
   */
  domain?: string
  /**
   * Overrides of the cookies after the visit: a new `_fbp` and no `_fbc`. `now` stands for the current time,
   * `random` for a new browser id.
   */
  left?: CookieValues
}

/** A case in which our tracker deliberately differs from Meta's library. `left` is ours. */
export interface CookieDifference extends CookieCase {
  reason: string
  leftByMeta: CookieValues
}

export type CookieValues = Partial<Record<IdName, string | undefined>>

const CLICK_ID = 'IwAR0-a_Z'

const FBP = 'fb.1.1700000000000.1116446470'
const FBC = `fb.1.1700000000000.${CLICK_ID}`
const LONGEST = 'x'.repeat(500)

export const SAME: CookieCase[] = [
  { name: 'no cookies and no click id' },
  { name: 'a click id', url: `?fbclid=${CLICK_ID}`, left: { _fbc: `fb.1.now.${CLICK_ID}` } },
  {
    name: 'cookies of four segments',
    cookies: { _fbp: FBP, _fbc: FBC },
    left: { _fbp: FBP, _fbc: FBC },
  },
  {
    name: 'cookies of five segments',
    cookies: { _fbp: `${FBP}.AQYCAQMB`, _fbc: `${FBC}.Bg` },
    left: { _fbp: `${FBP}.AQYCAQMB`, _fbc: `${FBC}.Bg` },
  },
  {
    name: 'the stored click id, in four segments',
    url: `?fbclid=${CLICK_ID}`,
    cookies: { _fbp: FBP, _fbc: FBC },
    left: { _fbp: FBP, _fbc: FBC },
  },
  {
    name: 'the stored click id, in five segments',
    url: `?fbclid=${CLICK_ID}`,
    cookies: { _fbc: `${FBC}.AQYCAQMB` },
    left: { _fbc: `${FBC}.AQYCAQMB` },
  },
  {
    name: 'another click id than in four segments',
    url: '?fbclid=another',
    cookies: { _fbp: FBP, _fbc: FBC },
    left: { _fbp: FBP, _fbc: 'fb.1.now.another' },
  },
  {
    name: 'another click id than in five segments',
    url: '?fbclid=another',
    cookies: { _fbc: `${FBC}.AQYCAQMB` },
    left: { _fbc: 'fb.1.now.another' },
  },
  {
    name: 'a click id that starts with the stored one',
    url: `?fbclid=${CLICK_ID}Z`,
    cookies: { _fbc: FBC },
    left: { _fbc: `fb.1.now.${CLICK_ID}Z` },
  },
  {
    name: 'a click id that differs in case only',
    url: `?fbclid=${CLICK_ID.toLowerCase()}`,
    cookies: { _fbc: FBC },
    left: { _fbc: `fb.1.now.${CLICK_ID.toLowerCase()}` },
  },
  {
    name: 'cookies of a subdomain, and another click id',
    url: '?fbclid=another',
    cookies: { _fbp: 'fb.2.1700000000000.1116446470', _fbc: `fb.2.1700000000000.${CLICK_ID}` },
    domain: '.www.school.test',
    left: {
      _fbp: 'fb.2.1700000000000.1116446470 on .www.school.test',
      _fbc: 'fb.2.now.another on .www.school.test',
    },
  },
  {
    name: 'a click id among other parameters',
    url: `?xfbclid=no&fbclidx=no&utm_source=fb&fbclid=${CLICK_ID}&z=1#top`,
    left: { _fbc: `fb.1.now.${CLICK_ID}` },
  },
  {
    name: 'the parameter twice',
    url: '?fbclid=first&fbclid=second',
    left: { _fbc: 'fb.1.now.first' },
  },
  {
    name: 'a click id in the fragment',
    url: `#fbclid=${CLICK_ID}`,
    left: { _fbc: `fb.1.now.${CLICK_ID}` },
  },
  {
    name: 'click ids in the query and in the fragment',
    url: '?fbclid=query#fbclid=fragment',
    left: { _fbc: 'fb.1.now.query' },
  },
  {
    name: 'click ids in the URL and in the referrer',
    url: '?fbclid=url',
    referrer: '?fbclid=referrer',
    left: { _fbc: 'fb.1.now.url' },
  },
  { name: 'an empty click id', url: '?fbclid=&a=1' },
  { name: 'a parameter without a value', url: '?fbclid' },
  {
    name: 'a click id of 500 characters',
    url: `?fbclid=${LONGEST}`,
    left: { _fbc: `fb.1.now.${LONGEST}` },
  },
  { name: 'a click id of 501 characters', url: `?fbclid=${LONGEST}x` },
]

export const DIFFERENCES: CookieDifference[] = [
  {
    name: 'a click id in the referrer',
    reason: 'Read only with `consent` or `exclude`: otherwise, the landing page has kept it.',
    referrer: `?fbclid=${CLICK_ID}`,
    leftByMeta: { _fbc: `fb.1.now.${CLICK_ID}` },
  },
  ...['nonsense', 'fb.1', 'fb.1.1700000000000', 'fb.1.1700000000000.', 'fb.x.1.y', 'fb.1.x.y'].map(
    (cookie): CookieDifference => ({
      name: `malformed cookies: ${cookie}`,
      reason: 'Meta’s library keeps a malformed cookie.',
      url: `?fbclid=${CLICK_ID}`,
      cookies: { _fbp: cookie, _fbc: cookie },
      left: { _fbc: `fb.1.now.${CLICK_ID}` },
      leftByMeta: { _fbp: `${cookie} for 1 days`, _fbc: `${cookie} for 1 days` },
    }),
  ),
  {
    name: 'a malformed _fbc and no click id',
    reason: 'We do not send a malformed click id.',
    cookies: { _fbc: 'nonsense' },
    left: { _fbc: 'nonsense for 1 days, not reported' },
    leftByMeta: { _fbc: 'nonsense for 1 days' },
  },
  ...[`${FBC}.zz`, `${FBC}.AQYCAQMB.x`].map((cookie): CookieDifference => ({
    name: `a cookie with an unknown suffix: ${cookie}`,
    reason: 'The proxy drops it, because Meta may reject the event.',
    cookies: { _fbc: cookie },
    left: { _fbc: `${cookie} for 1 days, not reported` },
    leftByMeta: { _fbc: `${cookie} for 1 days` },
  })),
  {
    name: 'a click id of 501 characters and a cookie',
    reason: 'We keep and renew the cookie.',
    url: `?fbclid=${LONGEST}x`,
    cookies: { _fbc: FBC },
    left: { _fbc: FBC },
    leftByMeta: { _fbc: `${FBC} for 1 days` },
  },
  ...['', `${LONGEST}x`, 'a.b'].map((unusable): CookieDifference => ({
    name: `an unusable click id of ${unusable.length} characters, then a usable one`,
    reason: 'We use the first usable one.',
    url: `?fbclid=${unusable}&fbclid=second`,
    left: { _fbc: 'fb.1.now.second' },
    leftByMeta: unusable === 'a.b' ? { _fbc: 'fb.1.now.a.b' } : {},
  })),
  ...[
    ['a.b', 'a.b'],
    ['a%2Fb', 'a%2Fb'],
    ['a+b', 'a%20b'],
    ['a%5Fb', 'a_b'],
    ['%D1%8F', '%D1%8F'],
  ].map(([text, decoded]): CookieDifference => ({
    name: `string that is not base64url: ${text}`,
    reason: 'Meta’s click ids are base64url. Other strings do not come from Meta.',
    url: `?fbclid=${text}`,
    leftByMeta: { _fbc: `fb.1.now.${decoded}` },
  })),
  {
    name: 'string that cannot be decoded: %zz',
    reason: 'Meta’s library throws and does not create _fbp either.',
    url: '?fbclid=%zz',
    leftByMeta: { _fbp: undefined },
  },
]
