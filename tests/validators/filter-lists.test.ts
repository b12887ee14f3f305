import { readFileSync } from 'node:fs'

import { CONVERSION_PATH as ENDPOINT } from '@conversion-capi/core/protocol'
import { FiltersEngine, Request, type RequestType } from '@ghostery/adblocker'
import { StaticNetFilteringEngine } from '@gorhill/ubo-core'
import { beforeAll, describe, expect, it } from 'vitest'

import { type FilterLists, readAdguardLists, readUblockLists } from './lib/filter-lists.ts'

const page = readFileSync(new URL('../../docs/guides/browsers.md', import.meta.url), 'utf8')

interface PageRequest {
  type: 'script' | 'xmlhttprequest' | 'ping' | 'image' | 'main_frame'
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

/** The requests of Meta's pixel. */
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

const ublock = await StaticNetFilteringEngine.create()

describe.each(SOURCES)('with $name', ({ read, blocksAvoided }) => {
  let engines: BlockingEngine[]

  beforeAll(async () => {
    const lists = await read()
    engines = [await createUblock(lists), createGhostery(lists)]
  })

  const blocked = ({ type, url }: PageRequest) =>
    engines.filter((engine) => engine.blocks(type, url)).map(({ name }) => name)
  const both = () => engines.map(({ name }) => name)

  it.each([...OWN_ORIGIN, ...OTHER_ORIGINS])('both engines allow $type $url', (request) => {
    expect(blocked(request)).toEqual([])
  })

  it.each(PIXEL)('both engines block $type $url of the pixel', (request) => {
    expect(blocked(request)).toEqual(both())
  })

  const title = `both engines ${blocksAvoided ? 'block' : 'allow'} the avoided name`
  it.each(AVOIDED)(`${title} %s`, (words, request) => {
    expect(page).toContain(words)
    expect(blocked(request)).toEqual(blocksAvoided ? both() : [])
  })

  it('both engines allow a fetch where they block a beacon', () => {
    const beacons = AVOIDED.filter(([, { type }]) => type === 'ping')
    expect(beacons).toHaveLength(2)
    expect(beacons.flatMap(([, { url }]) => blocked({ type: 'xmlhttprequest', url }))).toEqual([])
  })

  it('both engines remove fbclid from the URL of a page, and nothing else', () => {
    const url = `${SITE}/programs/?fbclid=IwAR0abc&group=2`
    expect(engines.map((engine) => engine.rewrite(url))).toEqual([
      `${SITE}/programs/?group=2`,
      `${SITE}/programs/?group=2`,
    ])
  })
})

interface BlockingEngine {
  name: string
  /** Returns whether the engine blocks a request of a page of the site. */
  blocks(type: PageRequest['type'], url: string): boolean
  /** Returns the URL that the engine opens instead of a page's URL. */
  rewrite(url: string): string | undefined
}

/** uBlock's module supports one engine per process, so this replaces its lists. */
async function createUblock(lists: FilterLists): Promise<BlockingEngine> {
  await ublock.useLists(Object.entries(lists).map(([name, raw]) => ({ name, raw })))
  return {
    name: 'uBlock Origin',
    blocks: (type, url) => ublock.matchRequest({ originURL: `${SITE}/`, type, url }) === 1,
    rewrite: (url) =>
      ublock.filterQuery({ originURL: 'https://l.facebook.com/', type: 'main_frame', url })
        ?.redirectURL,
  }
}

function createGhostery(lists: FilterLists): BlockingEngine {
  // With optimizations, this version merges the rules that remove parameters, and applies none of them.
  const config = { enableOptimizations: false }
  const engine = FiltersEngine.parse(Object.values(lists).join('\n'), config)
  const match = (type: RequestType, url: string, sourceUrl: string) =>
    engine.match(Request.fromRawDetails({ type, url, sourceUrl }))
  return {
    name: 'Ghostery',
    blocks: (type, url) => {
      const { match: isBlocked, redirect } = match(type, url, `${SITE}/`)
      // A redirect replaces the script with an empty one.
      return isBlocked || redirect !== undefined
    },
    rewrite: (url) => match('main_frame', url, 'https://l.facebook.com/').rewrite?.url,
  }
}
