import type { IdName } from './client-library-visit.ts'

/** A visit of www.school.test, and what both scripts leave, or each of them. */
export interface Visit {
  what: string
  /** Behind the page's address. */
  url?: string
  referrer?: string
  cookies?: Partial<Record<IdName, string>>
  /** Of the cookies, which end in a day. Default `.school.test`. */
  domain?: string
  /** Default: a new `_fbp`, no `_fbc`. A creation time may be `now`, a browser id `random`. */
  leaves?: Leaves
}

/** Where we part from Meta's library on purpose. */
export interface Difference extends Visit {
  why: string
  metaLeaves: Leaves
}

export type Leaves = Partial<Record<IdName, string | undefined>>

const CLICK_ID = 'IwAR0-a_Z'

const FBP = 'fb.1.1700000000000.1116446470'
const FBC = `fb.1.1700000000000.${CLICK_ID}`
const LONGEST = 'x'.repeat(500)

export const SAME: Visit[] = [
  { what: 'nothing to go by' },
  { what: 'a click id', url: `?fbclid=${CLICK_ID}`, leaves: { _fbc: `fb.1.now.${CLICK_ID}` } },
  {
    what: 'cookies of four segments',
    cookies: { _fbp: FBP, _fbc: FBC },
    leaves: { _fbp: FBP, _fbc: FBC },
  },
  {
    what: 'cookies of five segments',
    cookies: { _fbp: `${FBP}.AQYCAQMB`, _fbc: `${FBC}.Bg` },
    leaves: { _fbp: `${FBP}.AQYCAQMB`, _fbc: `${FBC}.Bg` },
  },
  {
    what: 'the click id it has, in four segments',
    url: `?fbclid=${CLICK_ID}`,
    cookies: { _fbp: FBP, _fbc: FBC },
    leaves: { _fbp: FBP, _fbc: FBC },
  },
  {
    what: 'the click id it has, in five segments',
    url: `?fbclid=${CLICK_ID}`,
    cookies: { _fbc: `${FBC}.AQYCAQMB` },
    leaves: { _fbc: `${FBC}.AQYCAQMB` },
  },
  {
    what: 'another click id than in four segments',
    url: '?fbclid=another',
    cookies: { _fbp: FBP, _fbc: FBC },
    leaves: { _fbp: FBP, _fbc: 'fb.1.now.another' },
  },
  {
    what: 'another click id than in five segments',
    url: '?fbclid=another',
    cookies: { _fbc: `${FBC}.AQYCAQMB` },
    leaves: { _fbc: 'fb.1.now.another' },
  },
  {
    what: 'a click id that begins like the one it has',
    url: `?fbclid=${CLICK_ID}Z`,
    cookies: { _fbc: FBC },
    leaves: { _fbc: `fb.1.now.${CLICK_ID}Z` },
  },
  {
    what: 'a click id that differs in case only',
    url: `?fbclid=${CLICK_ID.toLowerCase()}`,
    cookies: { _fbc: FBC },
    leaves: { _fbc: `fb.1.now.${CLICK_ID.toLowerCase()}` },
  },
  {
    what: 'cookies of a subdomain, and another click id',
    url: '?fbclid=another',
    cookies: { _fbp: 'fb.2.1700000000000.1116446470', _fbc: `fb.2.1700000000000.${CLICK_ID}` },
    domain: '.www.school.test',
    leaves: {
      _fbp: 'fb.2.1700000000000.1116446470 on .www.school.test',
      _fbc: 'fb.2.now.another on .www.school.test',
    },
  },
  {
    what: 'a click id among other parameters',
    url: `?xfbclid=no&fbclidx=no&utm_source=fb&fbclid=${CLICK_ID}&z=1#top`,
    leaves: { _fbc: `fb.1.now.${CLICK_ID}` },
  },
  {
    what: 'the parameter twice',
    url: '?fbclid=first&fbclid=second',
    leaves: { _fbc: 'fb.1.now.first' },
  },
  {
    what: 'a click id in the fragment',
    url: `#fbclid=${CLICK_ID}`,
    leaves: { _fbc: `fb.1.now.${CLICK_ID}` },
  },
  {
    what: 'click ids in the query and in the fragment',
    url: '?fbclid=query#fbclid=fragment',
    leaves: { _fbc: 'fb.1.now.query' },
  },
  {
    what: 'a click id in the referrer',
    referrer: `?fbclid=${CLICK_ID}`,
    leaves: { _fbc: `fb.1.now.${CLICK_ID}` },
  },
  {
    what: 'click ids in the address and in the referrer',
    url: '?fbclid=address',
    referrer: '?fbclid=referrer',
    leaves: { _fbc: 'fb.1.now.address' },
  },
  {
    what: 'an empty click id, and one in the referrer',
    url: '?fbclid=',
    referrer: '?fbclid=referrer',
    leaves: { _fbc: 'fb.1.now.referrer' },
  },
  { what: 'an empty click id', url: '?fbclid=&a=1' },
  { what: 'a parameter without a value', url: '?fbclid' },
  {
    what: 'a click id of 500 characters',
    url: `?fbclid=${LONGEST}`,
    leaves: { _fbc: `fb.1.now.${LONGEST}` },
  },
  { what: 'a click id of 501 characters', url: `?fbclid=${LONGEST}x` },
]

export const DIFFERENCES: Difference[] = [
  ...['nonsense', 'fb.1', 'fb.1.1700000000000', 'fb.1.1700000000000.', 'fb.x.1.y', 'fb.1.x.y'].map(
    (cookie): Difference => ({
      what: `malformed cookies: ${cookie}`,
      why: 'Meta’s library takes what it finds after its first attempt for its own, and keeps it.',
      url: `?fbclid=${CLICK_ID}`,
      cookies: { _fbp: cookie, _fbc: cookie },
      leaves: { _fbc: `fb.1.now.${CLICK_ID}` },
      metaLeaves: { _fbp: `${cookie} for 1 days`, _fbc: `${cookie} for 1 days` },
    }),
  ),
  {
    what: 'a malformed _fbc that nothing replaces',
    why: 'We do not send what is no click id.',
    cookies: { _fbc: 'nonsense' },
    leaves: { _fbc: 'nonsense for 1 days, not reported' },
    metaLeaves: { _fbc: 'nonsense for 1 days' },
  },
  ...[`${FBC}.zz`, `${FBC}.AQYCAQMB.x`].map((cookie): Difference => ({
    what: `a cookie with something else behind it: ${cookie}`,
    why: 'What stands behind the click id is Meta’s business and may change: we keep it.',
    cookies: { _fbc: cookie },
    leaves: { _fbc: cookie },
    metaLeaves: { _fbc: `${cookie} for 1 days` },
  })),
  {
    what: 'a click id of 501 characters, and a cookie',
    why: 'It is no reason to let the cookie end.',
    url: `?fbclid=${LONGEST}x`,
    cookies: { _fbc: FBC },
    leaves: { _fbc: FBC },
    metaLeaves: { _fbc: `${FBC} for 1 days` },
  },
  ...['', `${LONGEST}x`, 'a.b'].map((unusable): Difference => ({
    what: `an unusable click id of ${unusable.length} characters, and then a usable one`,
    why: 'We take the first that is one.',
    url: `?fbclid=${unusable}&fbclid=second`,
    leaves: { _fbc: 'fb.1.now.second' },
    metaLeaves: unusable === 'a.b' ? { _fbc: 'fb.1.now.a.b' } : {},
  })),
  ...[
    ['a.b', 'a.b'],
    ['a%2Fb', 'a%2Fb'],
    ['a+b', 'a%20b'],
    ['a%5Fb', 'a_b'],
    ['%D1%8F', '%D1%8F'],
  ].map(([text, decoded]): Difference => ({
    what: `text that is not base64url: ${text}`,
    why: 'Meta’s click ids are; anything else was typed, or put there by somebody else.',
    url: `?fbclid=${text}`,
    metaLeaves: { _fbc: `fb.1.now.${decoded}` },
  })),
  {
    what: 'text that cannot be decoded: %zz',
    why: 'Meta’s library throws at it, and makes no _fbp either.',
    url: '?fbclid=%zz',
    metaLeaves: { _fbp: undefined },
  },
]
