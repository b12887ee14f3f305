import { createContext, runInContext } from 'node:vm'

import type { EventName, EventRequest } from '@conversion-capi/core/protocol'

import type { Tracker } from './browser/tracker.ts'
import { buildTracker } from './build-tracker.ts'

/** The state of a visitor's browser, shared by the pages that the visitor opens. */
export interface Visitor {
  cookies: Record<string, string>
  storage: Record<string, string>
  /** Current time, ms since the epoch. */
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
  /** Response of the endpoint. Default: every event is accepted. */
  respond?: (post: Post) => Response | Promise<Response>
  /** Global variables to replace; `undefined` removes one. */
  globals?: Record<string, unknown>
  document?: Record<string, unknown>
  navigator?: Record<string, unknown>
}

export interface FakePage {
  /** The page's global object. */
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests read globals that scripts set.
  window: Record<string, any>
  tracker: Omit<Tracker, 'track'> & { track: (...args: unknown[]) => string }
  visitor: Visitor
  /** The requests made with `fetch`, in order. */
  posts: Post[]
  beacons: [url: string, body: unknown][]
  /** The calls of `fbq`. */
  hits: unknown[][]
  run: (script: string) => void
  /** Calls the listeners of window and document. */
  emit: (type: string, event?: object) => void
  /** Returns the posted events, optionally only those with `eventName`. */
  sent: (eventName?: EventName) => EventRequest[]
  /** Returns the events stored for a retry. */
  stored: (name?: string) => EventRequest[]
  /** Waits for pending promises. */
  settle: () => Promise<void>
}

export const QUIET: string = buildTracker({ name: 'polaris', pageView: false })

export function createVisitor(visitor: Partial<Visitor> = {}): Visitor {
  return { cookies: {}, storage: {}, now: Date.UTC(2026, 10, 20, 12), ...visitor }
}

/** Runs a script in a fake page. Default: a tracker named `polaris` without automatic page views. */
export function openPage(setUp: PageSetUp = {}): FakePage {
  const { url = 'https://www.school.example/physics?email=anna@school.example#lead' } = setUp
  const { script = QUIET, visitor = createVisitor(), respond = accept } = setUp
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
        return respond({ url, init })
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

/** Copies property descriptors, so that a getter can throw when the script reads it. */
function override(target: object, changes: object = {}): FakePage['window'] {
  return Object.defineProperties(target, Object.getOwnPropertyDescriptors(changes))
}

/** Sets a cookie like a browser: on the page's host or a parent domain, but not on a public suffix. */
function setCookie(visitor: Visitor, hostname: string, line: string): void {
  const [, name, value, domain] = /^(\w+)=(.*);max-age=7776000;path=\/;domain=(.+)$/.exec(line)!
  const isAllowed = hostname === domain || hostname.endsWith(`.${domain}`)
  if (isAllowed && !/^(example|co\.uk|uk|1)$/.test(domain!)) visitor.cookies[name!] = value!
}
