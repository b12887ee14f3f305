import { createContext, runInContext } from 'node:vm'

import type { EventName, EventRequest } from '@conversion-capi/core/protocol'

import type { Tracker } from './browser/tracker-api.ts'
import { buildTracker } from './build-tracker.ts'

/** The state of a visitor's browser, shared by the pages that the visitor opens. */
export interface Visitor {
  cookies: Record<string, string>
  storage: Record<string, string>
  /** Names of the Web Locks that are held. */
  locks: Set<string>
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
  /** Returns the endpoint's response. Default: {@link accept}. */
  respond?: (post: Post) => Response | Promise<Response>
  /** Global variables to replace; `undefined` removes one. */
  globals?: Record<string, unknown>
  document?: Record<string, unknown>
  navigator?: Record<string, unknown>
}

export type FakePage = ReturnType<typeof openPage>

export const QUIET: string = buildTracker({ name: 'polaris', pageView: false })

export function createVisitor(visitor: Partial<Visitor> = {}): Visitor {
  return { cookies: {}, storage: {}, locks: new Set(), now: Date.UTC(2026, 10, 20, 12), ...visitor }
}

/** Runs a script in a fake page. Default: a tracker named `polaris` without automatic page views. */
export function openPage(setUp: PageSetUp = {}) {
  const { url = 'https://www.school.example/physics?email=anna@school.example#lead' } = setUp
  const { script = QUIET, visitor = createVisitor(), respond = accept } = setUp
  const listeners: [type: string, listener: (event: object) => void][] = []
  const posts: Post[] = []
  const beacons: [url: string, body: unknown][] = []
  /** The timeouts of the requests. `expire` aborts a request. */
  const timeLimits: { ms: number; expire: () => void }[] = []
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
        return formatCookies(visitor.cookies)
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
      locks: {
        async request(name: string, _: object, work: (lock: unknown) => unknown) {
          if (visitor.locks.has(name)) return work(null)
          visitor.locks.add(name)
          try {
            return await work({ name })
          } finally {
            visitor.locks.delete(name)
          }
        },
      },
    },
    setUp.navigator,
  )
  const window = override(
    {
      location,
      document,
      navigator,
      addEventListener,
      localStorage: visitor.storage,
      Date: class {
        static now() {
          return visitor.now
        }

        valueOf() {
          return visitor.now
        }
      },
      AbortSignal: {
        timeout(ms: number) {
          const controller = new AbortController()
          const expire = () => controller.abort(new DOMException('timeout', 'TimeoutError'))
          timeLimits.push({ ms, expire })
          return controller.signal
        },
      },
      fetch(url: string, { signal, ...init }: Post['init']) {
        posts.push({ url, init })
        return new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          Promise.resolve({ url, init }).then(respond).then(resolve, reject)
        })
      },
      setTimeout: queueMicrotask,
      clearTimeout() {},
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
    get tracker(): Omit<Tracker, 'track'> & { track: (...args: unknown[]) => string } {
      return window['polaris']
    },
    visitor,
    posts,
    beacons,
    timeLimits,
    hits,
    run,
    emit(type: string, event: object = {}) {
      for (const [listened, listener] of listeners) if (listened === type) listener(event)
    },
    /** Returns the posted events, optionally only those with `eventName`. */
    sent: (eventName?: EventName) =>
      posts
        .map(({ init }) => JSON.parse(init.body) as EventRequest)
        .filter(({ event_name }) => !eventName || event_name === eventName),
    stored: (name = 'polaris') =>
      Object.keys(visitor.storage)
        .filter((key) => key.startsWith(`${name}@`))
        .sort()
        .map((key) => JSON.parse(visitor.storage[key]!.slice(1)) as EventRequest),
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

/** Returns a document whose cookies are read and written by functions. */
export function cookieDocument(read: () => string, write: (line: string) => void = () => {}) {
  return Object.defineProperty({}, 'cookie', { get: read, set: write, enumerable: true })
}

export function formatCookies(cookies: Record<string, string>): string {
  return Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; ')
}

/** Copies property descriptors instead of values, so that a getter throws only when the script reads it. */
// oxlint-disable-next-line typescript/no-explicit-any -- Tests read globals that scripts set.
function override(target: object, changes: object = {}): Record<string, any> {
  return Object.defineProperties(target, Object.getOwnPropertyDescriptors(changes))
}

/** Sets a cookie as browsers do: on the page's hostname or a parent domain, but not on a public suffix. All paths are `/`. */
function setCookie(visitor: Visitor, hostname: string, line: string): void {
  const [, name, value, maxAge, path, domain = hostname] =
    /^(\w+)=(.*);max-age=(7776000|0);path=([^;]*);(?:domain=(.+)|false)$/.exec(line)!
  const isAllowed = hostname === domain || hostname.endsWith(`.${domain}`)
  if (path !== '/' || !isAllowed || /^(example|co\.uk|uk|1)$/.test(domain!)) return
  if (maxAge === '0') delete visitor.cookies[name!]
  else visitor.cookies[name!] = value!
}
