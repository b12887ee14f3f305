import { buildTracker } from '@conversion-capi/tracker'

import type { Path } from './model.ts'

/** Whether the site asks for consent, and whether its banner decides before the tracker has loaded. */
export const SITES = [
  'without a banner',
  'with a banner',
  'with a banner before the tracker',
] as const

export type SiteName = (typeof SITES)[number]

/** The functions that the pages of the site have for the driver. */
export interface SitePage {
  /** Identifies the document. */
  id: string
  /** Moves the clock to a time, runs the timers that are due, and waits until the tracker neither fetches nor waits for a lock. */
  settle: (time: number) => Promise<SettledPage>
  /** Decides as the banner remembers. */
  repeatDecision: () => void
  decide: (decision: string) => void
  /** Follows a link to a page that the server sends after a delay. */
  follow: (url: string, delay: number) => void
  route: (method: string, url: string) => void
  submit: (email: string, how: string) => void
}

export interface SettledPage {
  /** The number of asynchronous calls of the tracker up to now. */
  calls: number
  /** How the tracker has used cookies and storage since the last call of `settle`. */
  access: string[]
  /** The events stored for a retry, without those that have expired. */
  kept: string[]
}

export const PATHS: readonly Path[] = ['/', '/courses', '/courses?utm_source=ad', '/student']

const scripts = new Map<SiteName, string>()

/** Returns the script of the site's tracker. */
export function buildSiteTracker(site: SiteName): string {
  const script =
    scripts.get(site) ??
    buildTracker({
      name: 'polaris',
      exclude: ['/student'],
      declarative: true,
      singlePage: true,
      queryParameters: ['utm_source'],
      ...(site !== 'without a banner' && { consent: 'wait' }),
    })
  scripts.set(site, script)
  return script
}

/** Returns the HTML of each page of the site. The time and the decision are not in it: Chromium can show a cached page. */
export function renderPage(site: SiteName): string {
  const banner = site === 'without a banner' ? '' : '<script>sitePage.repeatDecision()</script>'
  const tracker = '<script src="/polaris.js"></script>'
  return `<!doctype html><title>School</title><link rel=icon href=data:,><script>(${startPage})()</script>
    ${site === 'with a banner before the tracker' ? banner + tracker : tracker + banner}
    <body><a>Link</a><main><form data-track="Lead" action="/courses">
    <input autocomplete="email" type="email" required><button>Send</button></form></main>`
}

type Work = (polaris: { consent: (decision: boolean | 'wait') => void }) => void

interface SiteWindow {
  Date: unknown
  fetch: (url: string, init: RequestInit) => Promise<Response>
  setTimeout: (work: () => void, ms?: number) => unknown
  clearTimeout: (id: number) => void
  polaris?: { push: (work: Work) => unknown } | undefined
  sitePage: SitePage
}

/** Runs in the page, before its other scripts. */
function startPage(): void {
  const page = window as unknown as SiteWindow
  const { fetch, setTimeout, clearTimeout, Date: RealDate } = window
  // Not through the functions that record the use.
  const storage = localStorage
  const read = (): { time: number; decision?: string } => {
    const now = new XMLHttpRequest()
    now.open('GET', `/now?${Math.random()}`, false)
    now.send()
    return JSON.parse(now.responseText)
  }
  const start = read()
  let { time } = start
  let reads = 0
  let timers: { work: () => void; at: number; id: number }[] = []
  let lastId = 0
  const access: string[] = []
  let busy = 0
  let calls = 0

  // Each reading is later than the one before, so that the order of events with one time is known.
  page.Date = class extends RealDate {
    constructor() {
      super(time + ++reads)
    }
  }
  page.setTimeout = (work, ms = 0) => {
    // The tracker also passes a function, as the executor of a promise.
    if (!(ms >= 200)) return setTimeout(work)
    timers.push({ work, at: time + ms, id: --lastId })
    return lastId
  }
  page.clearTimeout = (id) => {
    clearTimeout(id)
    timers = timers.filter((timer) => timer.id !== id)
  }

  record(Document.prototype, 'cookie', document)
  record(window, 'localStorage', window)
  record(window, 'sessionStorage', window)
  function record(owner: object, key: string, receiver: object): void {
    const { get, set } = Object.getOwnPropertyDescriptor(owner, key)!
    Object.defineProperty(receiver, key, {
      configurable: true,
      get: () => (access.push('read ' + key), get!.call(receiver)),
      set(value) {
        access.push('write ' + key)
        set!.call(receiver, value)
      },
    })
  }

  /** Runs the timers that are due at a time. A timer can start another one that is due, too. */
  function advance(now: number): void {
    for (;;) {
      const due = timers.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      timers = timers.filter((timer) => timer !== due)
      time = due.at
      due.work()
    }
    time = now
  }

  /** Counts a call until a macrotask after it has settled: by then, the tracker has continued. */
  function count<Value>(call: Promise<Value>): Promise<Value> {
    busy++
    calls++
    const end = () => setTimeout(() => busy--, 1)
    call.then(end, end)
    return call
  }
  page.fetch = async (...args) => {
    const response = await count(fetch(...args))
    const json = response.json.bind(response)
    response.json = () => count(json())
    return response
  }
  const { locks } = navigator
  const request = locks.request.bind(locks) as (...args: unknown[]) => Promise<unknown>
  Object.assign(locks, { request: (...args: unknown[]) => count(request(...args)) })

  // A page in the back/forward cache has the time at which the visitor left it, and what it did in that step.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    time = read().time
    access.length = 0
  })
  // The driver dispatches this event on one page after another: of pages that are online at once, only one retries.
  for (const type of ['online', 'offline'])
    addEventListener(type, (event) => event.isTrusted && event.stopImmediatePropagation())
  let isSentByBrowser = false
  const form =
    '<form data-track="Lead" action="/courses"><input autocomplete="email" type="email" required><button>Send</button></form>'
  addEventListener('submit', (event) => isSentByBrowser || event.preventDefault())

  page.sitePage = {
    id: crypto.randomUUID(),
    async settle(now) {
      if (now > time) reads = 0
      advance(now)
      for (let calm = 0; calm < 3; calm = busy > 0 ? 0 : calm + 1) {
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      const isKept = (key: string) => now - Number(/^polaris@(\d+)/.exec(key)?.[1]) < 86_400_000
      const keys = Object.keys(storage).filter(isKept).sort()
      return { calls, access: access.splice(0), kept: keys.map((key) => storage[key]) }
    },
    repeatDecision: () => void (start.decision && page.sitePage.decide(start.decision)),
    decide(decision) {
      const value = decision === 'later' ? 'wait' : decision === 'yes'
      ;(page.polaris ??= [] as Work[]).push((polaris) => polaris.consent(value))
    },
    follow(url, delay) {
      const link = document.querySelector('a')!
      link.href = url
      link.click()
      advance(time + delay)
    },
    route(method, url) {
      if (method === 'push') history.pushState({}, '', url)
      if (method === 'push and replace') {
        history.pushState({}, '', '/loading')
        history.replaceState({}, '', url)
      }
      if (method === 'anchor') location.hash = 'prices'
      if (method === 'replace') history.replaceState({}, '', url)
      if (method === 'navigate') {
        const intercept = (event: NavigateEvent) => event.intercept({ handler: async () => {} })
        navigation.addEventListener('navigate', intercept, { once: true })
        navigation.navigate(url)
      }
    },
    submit(email, how) {
      const main = document.querySelector('main')!
      const submit = () => {
        document.querySelector('input')!.value = email
        document.querySelector('form')!.requestSubmit()
      }
      const handle = (event: Event) => event.preventDefault()
      main.innerHTML = form
      main.hidden = false
      isSentByBrowser = /page/.test(how)
      if (how === 'pressed') {
        document.querySelector('input')!.value = email
        const button = document.querySelector('button')!
        button.addEventListener('click', handle)
        return button.click()
      }
      submit()
      if (how === 'rendered again') main.innerHTML = form
      if (how === 'twice' || how === 'rendered again') submit()
      if (how === 'emptied') document.querySelector('form')!.reset()
      if (how === 'hidden') main.hidden = true
      if (how === 'marked') document.querySelector('input')!.ariaInvalid = 'true'
      if (how === 'next step') document.querySelector('form')!.innerHTML = '<input name="age">'
    },
  }
}
