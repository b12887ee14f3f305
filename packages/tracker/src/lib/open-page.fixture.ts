import { createContext, runInContext } from 'node:vm'

import type { EventName, EventRequest } from '@conversion-capi/core/protocol'

import type { Tracker } from './browser/tracker.ts'
import { buildTracker } from './build-tracker.ts'

/** What a visitor takes along from page to page. */
export interface Visitor {
  cookies: Record<string, string>
  storage: Record<string, string>
  /** The clock, ms. */
  now: number
}

export interface Post {
  url: string
  init: RequestInit & { body: string }
}

export interface PageSetUp {
  script?: string
  url?: string
  referrer?: string
  visitor?: Visitor
  /** The endpoint. By default it accepts everything. */
  answer?: (post: Post) => Response | Promise<Response>
  /** Globals that are different here; `undefined` is a missing one. */
  globals?: Record<string, unknown>
  document?: Record<string, unknown>
  navigator?: Record<string, unknown>
}

export interface FakePage {
  /** The page's globals. */
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests look at whatever a script left there.
  window: Record<string, any>
  tracker: Omit<Tracker, 'track'> & { track: (...args: unknown[]) => string }
  visitor: Visitor
  /** What was fetched, in order. */
  posts: Post[]
  beacons: [url: string, body: unknown][]
  /** What the pixel was told. */
  hits: unknown[][]
  run: (script: string) => void
  /** Dispatches to the listeners of window and document. */
  emit: (type: string, event?: object) => void
  /** The posted bodies; with a name, those of that event. */
  sent: (eventName?: EventName) => EventRequest[]
  /** The bodies that are kept for another try. */
  stored: (name?: string) => EventRequest[]
  /** Waits until nothing is under way. */
  settle: () => Promise<void>
}

export const QUIET: string = buildTracker({ name: 'polaris', pageView: false })

export function meet(visitor: Partial<Visitor> = {}): Visitor {
  return { cookies: {}, storage: {}, now: Date.UTC(2026, 10, 20, 12), ...visitor }
}

/** Runs a script, by default one without page views, in a page that has just what a tracker touches. */
export function openPage(setUp: PageSetUp = {}): FakePage {
  const { url = 'https://www.school.example/physics?email=anna@school.example#lead' } = setUp
  const { script = QUIET, visitor = meet(), answer = accept } = setUp
  const listeners: [type: string, listener: (event: object) => void][] = []
  const posts: Post[] = []
  const beacons: FakePage['beacons'] = []
  const hits: unknown[][] = []

  function addEventListener(type: string, listener: (event: object) => void): void {
    listeners.push([type, listener])
  }

  const location = new URL(url)
  const document = override(
    {
      referrer: setUp.referrer ?? '',
      addEventListener,
      get cookie() {
        return Object.entries(visitor.cookies)
          .map((pair) => pair.join('='))
          .join('; ')
      },
      set cookie(line: string) {
        setCookie(visitor, location.hostname, line)
      },
    },
    setUp.document,
  )
  const navigator = override(
    {
      sendBeacon(...beacon: [string, unknown]) {
        beacons.push(beacon)
        return true
      },
    },
    setUp.navigator,
  )
  const window: FakePage['window'] = override(
    {
      location,
      document,
      navigator,
      addEventListener,
      localStorage: visitor.storage,
      Date: { now: () => visitor.now },
      async fetch(url: string, init: Post['init']) {
        posts.push({ url, init })
        return answer({ url, init })
      },
      fbq: (...hit: unknown[]) => void hits.push(hit),
      crypto,
      TextEncoder,
    },
    setUp.globals,
  )
  window['window'] = window['self'] = window
  createContext(window)
  run(script)

  return {
    window,
    get tracker() {
      return window['polaris']
    },
    visitor,
    posts,
    beacons,
    hits,
    run,
    emit(type, event = {}) {
      for (const [listened, listener] of listeners) if (listened === type) listener(event)
    },
    sent: (eventName) =>
      posts
        .map(({ init }) => JSON.parse(init.body) as EventRequest)
        .filter(({ event_name }) => !eventName || event_name === eventName),
    stored: (name = 'polaris') =>
      (JSON.parse(visitor.storage[name] ?? '[]') as [string][]).map(([body]) => JSON.parse(body)),
    async settle() {
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    },
  }

  function run(script: string): void {
    runInContext(script, window)
  }
}

export function accept(): Response {
  return Response.json({ ok: true, upstream: {} })
}

/** A getter stays one, so that a global may throw when it is looked at. */
function override(target: object, changes: object = {}): FakePage['window'] {
  return Object.defineProperties(target, Object.getOwnPropertyDescriptors(changes))
}

/** As browsers do: on the page's own host or one above it, but not on one that belongs to nobody. */
function setCookie(visitor: Visitor, hostname: string, line: string): void {
  const [, name, value, domain] = /^(\w+)=(.*);max-age=7776000;path=\/;domain=(.+)$/.exec(line)!
  const isOurs = hostname === domain || hostname.endsWith(`.${domain}`)
  if (isOurs && !/^(example|co\.uk|uk|1)$/.test(domain!)) visitor.cookies[name!] = value!
}
