import { readFileSync } from 'node:fs'

import { CONVERSION_PATH as ENDPOINT } from '@conversion-capi/core/protocol'
import { StaticNetFilteringEngine } from '@gorhill/ubo-core'
import { beforeAll, describe, expect, it } from 'vitest'

import { type FilterLists, readAdguardLists, readUblockLists } from './lib/filter-lists.ts'

const page = readFileSync(new URL('../../docs/guides/browsers.md', import.meta.url), 'utf8')

interface PageRequest {
  type: 'script' | 'xmlhttprequest' | 'ping' | 'image'
  url: string
}

/** The site whose pages send the requests. */
const SITE = 'https://polaris.example'

/** The names that the guides and `init` use, on the site's own origin. */
const OWN_ORIGIN: PageRequest[] = [
  { type: 'script', url: `${SITE}/polaris.js` },
  { type: 'script', url: `${SITE}/tracker.js` },
  { type: 'script', url: `${SITE}/tracker.full.js` },
  { type: 'xmlhttprequest', url: SITE + ENDPOINT },
]

/** The script and the endpoint on another origin, as on a site of a builder. */
const OTHER_ORIGINS: PageRequest[] = [
  'https://track.polaris.example',
  'https://track.school.example',
  'https://polaris.vercel.app',
  'https://polaris.netlify.app',
  'https://polaris.school.workers.dev',
  'https://polaris.school.deno.net',
  'https://abcdefghijklmnopqrst.supabase.co',
].flatMap((origin) => [
  { type: 'script', url: `${origin}/tracker.js` },
  { type: 'xmlhttprequest', url: origin + ENDPOINT },
])

/** The requests with names to avoid, by the words of the page. Only EasyPrivacy has rules for them. */
const AVOIDED: [words: string, request: PageRequest][] = [
  ['stats.', { type: 'script', url: 'https://stats.polaris.example/tracker.js' }],
  ['analytics.', { type: 'script', url: 'https://analytics.polaris.example/tracker.js' }],
  ['beacon.', { type: 'script', url: 'https://beacon.polaris.example/tracker.js' }],
  ['/v1/tracker.js', { type: 'script', url: `${SITE}/v1/tracker.js` }],
  ['/api/events', { type: 'ping', url: `${SITE}/api/events` }],
  ['/api/collect', { type: 'xmlhttprequest', url: `${SITE}/api/collect` }],
  ['sendBeacon', { type: 'ping', url: `https://polaris.vercel.app${ENDPOINT}` }],
]

const PIXEL: PageRequest[] = [
  { type: 'script', url: 'https://connect.facebook.net/en_US/fbevents.js' },
  { type: 'image', url: 'https://www.facebook.com/tr/?id=1234567890&ev=PageView&eid=e-1' },
  { type: 'xmlhttprequest', url: 'https://www.facebook.com/tr/' },
]

interface ListSource {
  name: string
  read: () => Promise<FilterLists>
  blocksAvoided: boolean
}

const SOURCES: ListSource[] = [
  { name: "uBlock Origin's lists", read: readUblockLists, blocksAvoided: true },
  { name: "AdGuard's lists", read: readAdguardLists, blocksAvoided: false },
]

const engine = await StaticNetFilteringEngine.create()

describe.each(SOURCES)('with $name', ({ read, blocksAvoided }) => {
  // One process has one engine, so this replaces its lists.
  beforeAll(async () => {
    const lists = Object.entries(await read())
    await engine.useLists(lists.map(([name, raw]) => ({ name, raw })))
  })

  it.each([...OWN_ORIGIN, ...OTHER_ORIGINS])('uBlock Origin allows $type $url', (request) => {
    expect(isBlocked(request)).toBe(false)
  })

  it.each(PIXEL)('uBlock Origin blocks $type $url of the pixel', (request) => {
    expect(isBlocked(request)).toBe(true)
  })

  const title = `uBlock Origin ${blocksAvoided ? 'blocks' : 'allows'} the avoided name`
  it.each(AVOIDED)(`${title} %s`, (words, request) => {
    expect(page).toContain(words)
    expect(isBlocked(request)).toBe(blocksAvoided)
  })

  it('uBlock Origin allows a fetch where it blocks a beacon', () => {
    const beacons = AVOIDED.filter(([, { type }]) => type === 'ping')
    expect(beacons).toHaveLength(2)
    for (const [, { url }] of beacons)
      expect(isBlocked({ type: 'xmlhttprequest', url })).toBe(false)
  })

  it('uBlock Origin removes fbclid from the URL of a page, and nothing else', () => {
    const url = `${SITE}/programs/?fbclid=IwAR0abc&group=2`
    const details = { originURL: 'https://l.facebook.com/', type: 'main_frame', url } as const
    expect(engine.filterQuery(details)?.redirectURL).toBe(`${SITE}/programs/?group=2`)
  })
})

function isBlocked({ type, url }: PageRequest): boolean {
  return engine.matchRequest({ originURL: `${SITE}/`, type, url }) === 1
}
