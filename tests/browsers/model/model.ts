/** The URL of a page, as events have it: with `utm_source`, without `fbclid`. The tracker excludes `/student`. */
export type Path = '/' | '/courses' | '/courses?utm_source=ad' | '/student'

/** Where requests to the proxy end. */
export type Network =
  | 'fine'
  | 'meta down' // Meta responds with 503.
  | 'queued' // The same, but the proxy has a queue: it reports success to the page, and delivers the event later.
  | 'declined' // Meta responds with 400.
  | 'lost' // Meta counts the event, but the page gets a 503.
  | 'gone' // Meta counts the event, but the connection ends before the response does.
  | 'misrouted' // Another application responds with 404.
  | 'offline'

/** `_fbp`, whose `id` is the visitor, or `_fbc`, whose `id` is a click on an ad. The tracker's own cookies expire. */
export interface Cookie {
  id: string
  /** When it was created. */
  time: number
  lastDay?: number
}

/** A page that was shown, or a form that was submitted. */
export interface Event {
  name: 'PageView' | 'Lead'
  path: Path
  email?: string
}

/** What the proxy gets: the event with the cookies that the page had read. */
export interface SentEvent extends Event {
  fbp: string
  fbc: string | undefined
  /** When it was sent for the first time. */
  time: number
}

/** The session storage of a tab. */
export interface TabStorage {
  persons: Set<string>
}

/** A document. It lives on in the back/forward cache after the visitor has left it. */
export interface Page {
  path: Path
  consent: 'yes' | 'no' | 'waiting'
  /** The click ID in the URL or, if a page of the site links here, in the URL of that page, which Firefox hides. */
  click: string | undefined
  /** The cookies that the page has read. Only events of a page with cookies are sent. */
  cookies: { fbp: string; fbc: string | undefined } | undefined
  waiting: Event[]
  /** Email addresses that were tracked on this page, and until when the same address is no second Lead. */
  locks: Map<string, number>
  /** Email addresses that have sent a form. */
  persons: Set<string>
  /** The form of which nobody knows yet whether the page has accepted it. */
  pending: { email: string; until: number; isSubmitted: boolean } | undefined
  tab: TabStorage
  /** Whether the visitor has left the page. It then handles no responses until it is restored. */
  isLeft: boolean
  /** Responses that the page has not handled yet. A page that the visitor has left handles them if it is restored. */
  responses: { event: SentEvent; isSettled: boolean }[]
  /**
   * The most that the tracker may do with cookies and storage in this step. Each step starts with `none`. `read cookies`: only
   * to find out whether consent was withdrawn on another page.
   */
  access: 'none' | 'read cookies' | 'all'
}

/**
 * Models a visit of a site with the tracker: each public function is a step, and `counted` is what Meta must count after it.
 *
 * The tracker sends events to a proxy, which forwards them to Meta. It stores the events that fail, for the site's
 * other pages too, and retries them. If the site asks for consent, each page keeps its events until the visitor agrees.
 */
export class Visit {
  /** The events that Meta counts. */
  readonly counted: SentEvent[] = []
  /** The requests that have reached a server. */
  requests = 0
  /** The events that are stored for a retry, oldest first, and their attempts, with the first one and those made offline. */
  kept: { event: SentEvent; attempts: number }[] = []
  network: Network = 'fine'
  /** What the consent banner remembers. It repeats the decision on each page that the browser loads. */
  decision: 'yes' | 'no' | undefined
  /** Cookies of the tracker (`own`), and cookies that other scripts have set for the hostname only. */
  jar: Record<'fbp' | 'fbc', { own?: Cookie | undefined; foreign?: Cookie | undefined }> = {
    fbp: {},
    fbc: {},
  }
  private now = 0
  private day = 0
  private visitors = 0
  private readonly asksForConsent: boolean

  constructor(asksForConsent: boolean) {
    this.asksForConsent = asksForConsent
  }

  /** The browser loads a page. */
  load(path: Path, click: string | undefined, tab: TabStorage): Page {
    const page: Page = {
      path,
      consent: this.asksForConsent ? 'waiting' : 'yes',
      click,
      cookies: undefined,
      waiting: [],
      locks: new Map(),
      persons: new Set(),
      pending: undefined,
      tab,
      isLeft: false,
      responses: [],
      access: 'none',
    }
    this.track(page, { name: 'PageView', path })
    if (this.decision === 'yes') this.accept(page)
    if (this.decision === 'no') this.refuse(page)
    return page
  }

  /** The browser shows a page from the back/forward cache again. */
  restore(page: Page): void {
    page.isLeft = false
    this.track(page, { name: 'PageView', path: page.path })
  }

  /** The page's script shows another URL, or the visitor goes back to one that it has shown. */
  route(page: Page, path: Path): void {
    const isOther = path.split('?')[0] !== page.path.split('?')[0]
    page.path = path
    if (isOther) this.track(page, { name: 'PageView', path })
  }

  /**
   * The visitor sends a form, which is invalid without an email address. `how` is what the page does with it. If the form
   * opens another page, the response comes too late for this one. Otherwise, the form counts when the page shows that it has
   * accepted it, when the page is left, or after five seconds, unless it is sent again before.
   */
  submit(page: Page, email: string, how: string, time: number): void {
    if (!email && how !== 'pressed') {
      // The form is rendered again, so that the earlier one is removed.
      this.settle(page, time, true)
      return
    }
    page.pending = undefined
    if (!email || how === 'marked' || how === 'next step') return
    if (/page/.test(how)) {
      page.isLeft = true
      this.count(page, email, time)
    } else if (how === 'emptied' || how === 'hidden') {
      this.count(page, email, time)
      if (how === 'emptied') this.remember(page, [])
    } else page.pending = { email, until: time + 5000, isSubmitted: how !== 'pressed' }
  }

  /** Time has passed: forms that wait for five seconds count. */
  pass(pages: Iterable<Page>, time: number): void {
    for (const page of pages) {
      if (page.pending && page.pending.until <= time) {
        this.settle(page, page.pending.until, page.pending.isSubmitted)
      }
    }
  }

  /** The visitor leaves a page: the form that waits counts. */
  leave(page: Page, time: number): void {
    if (!page.pending) return
    page.isLeft = true
    this.settle(page, time, true)
  }

  /** It is known whether the page has accepted the form that waits, or it is hidden or offline, and may not come back. */
  settle(page: Page, time: number, isAccepted: boolean): void {
    const { pending } = page
    page.pending = undefined
    if (pending && isAccepted) this.count(page, pending.email, time)
  }

  private count(page: Page, email: string, time: number): void {
    const canRead = page.cookies && !isExcluded(page)
    if (page.persons.size === 0 && canRead) page.persons = new Set(page.tab.persons)
    const isLocked = (page.locks.get(email) ?? 0) > time
    if (!page.persons.has(email) && !isLocked) {
      page.locks.set(email, time + 10_000)
      this.track(page, { name: 'Lead', path: page.path, email })
    }
    this.remember(page, page.consent === 'no' ? [] : [...page.persons, email])
  }

  private remember(page: Page, persons: string[]): void {
    page.persons = new Set(persons)
    if (!page.cookies || isExcluded(page)) return
    page.tab.persons = new Set(persons)
    page.access = 'all'
  }

  /** Eleven seconds, 25 hours or 89 days pass, for each page in memory. Events are stored for 24 hours, cookies for 90 days. */
  wait(pages: Iterable<Page>, time: 'seconds' | 'a day' | '89 days'): void {
    if (time === 'seconds') return
    for (const page of pages) page.responses = page.responses.filter(({ isSettled }) => isSettled)
    this.kept = []
    this.day += time === 'a day' ? 25 / 24 : 89
    for (const cookies of Object.values(this.jar)) {
      if (cookies.own && cookies.own.lastDay! < this.day) cookies.own = undefined
    }
  }

  /** The visitor agrees. */
  accept(page: Page): void {
    this.decision = 'yes'
    page.consent = 'yes'
    page.cookies = undefined
    this.send(page)
  }

  /**
   * The visitor refuses or withdraws: the cookies, the stored events and this page's own events are deleted. Another page
   * notices it when it is about to send, and keeps its events until the visitor agrees there.
   */
  refuse(page: Page): void {
    this.decision = 'no'
    page.consent = 'no'
    page.access = 'all'
    page.cookies = undefined
    page.waiting = []
    page.responses = []
    page.tab.persons.clear()
    this.kept = []
    this.jar = { fbp: {}, fbc: {} }
  }

  /** The banner withdraws the decision without a new one. */
  askAgain(page: Page): void {
    this.decision = undefined
    page.consent = 'waiting'
    page.cookies = undefined
  }

  /** Another script replaces its cookie. One without an ID is malformed: the tracker ignores it. */
  setCookie(name: 'fbp' | 'fbc', id: string, isOld: boolean): void {
    this.jar[name].foreign = id ? { id, time: isOld ? 0 : ++this.now } : undefined
  }

  /** Requests end elsewhere from now on. When the browser is online again, each open page retries the stored events. */
  changeNetwork(network: Network, openPages: Iterable<Page>): void {
    const isOnlineAgain = this.network === 'offline' && network !== 'offline'
    this.network = network
    if (isOnlineAgain) for (const page of openPages) this.retry(page)
  }

  private track(page: Page, event: Event): void {
    if (isExcluded(page) || page.consent === 'no') return
    page.waiting.push(event)
    this.send(page)
  }

  /** Sends the waiting events if the visitor has agreed and has not withdrawn it on another page. */
  private send(page: Page): void {
    if (this.noticeWithdrawal(page) || page.consent !== 'yes' || isExcluded(page)) return
    page.access = 'all'
    const isFirst = !page.cookies
    page.cookies ??= this.keepCookies(page)
    this.handleResponses(page, isFirst)
    for (const event of page.waiting.splice(0)) {
      const sent = { ...event, ...page.cookies, time: ++this.now }
      page.responses.push({ event: sent, isSettled: this.deliver(sent) })
      if (!page.isLeft) this.handleResponses(page)
    }
  }

  /** Stores the events that have failed. If one is settled, i.e. accepted or declined, retries the stored events. */
  private handleResponses(page: Page, mustRetry = false): void {
    for (const { event, isSettled } of page.responses.splice(0)) {
      if (isSettled) mustRetry = true
      else this.kept.push({ event, attempts: 1 })
    }
    this.kept.sort((a, b) => a.event.time - b.event.time)
    if (mustRetry) this.retry(page)
  }

  /** If another page has deleted the cookie, the visitor has withdrawn consent there: here, the decision is open again. */
  private noticeWithdrawal(page: Page): boolean {
    const { own, foreign } = this.jar.fbp
    if (!this.asksForConsent || !page.cookies) return false
    if (page.access === 'none') page.access = 'read cookies'
    if ([own?.id, foreign?.id].includes(page.cookies.fbp)) return false
    page.consent = 'waiting'
    page.cookies = undefined
    return true
  }

  /** Sends the stored events again until one fails. An event is deleted after its fifth failed attempt. */
  private retry(page: Page): void {
    if (this.noticeWithdrawal(page) || !page.cookies || isExcluded(page)) return
    page.access = 'all'
    let isSettled = true
    while (isSettled && this.kept[0]) {
      isSettled = this.deliver(this.kept[0].event)
      if (isSettled || ++this.kept[0].attempts === 5) this.kept.shift()
    }
  }

  /** Returns whether the page learns that the event is settled. Meta counts an event once, even if it arrives again. */
  private deliver(event: SentEvent): boolean {
    const isCounted = ['fine', 'queued', 'lost', 'gone'].includes(this.network)
    if (isCounted && !this.counted.includes(event)) this.counted.push(event)
    if (this.network !== 'offline') this.requests++
    return ['fine', 'queued', 'declined'].includes(this.network)
  }

  /** Extends the newest cookies, sets missing ones, and replaces the click ID if the page has another one. */
  private keepCookies(page: Page): NonNullable<Page['cookies']> {
    const { fbp, fbc } = this.jar
    const time = ++this.now
    const lastDay = this.day + 90
    fbp.own = { ...(newest(fbp) ?? { id: `visitor ${++this.visitors}`, time }), lastDay }
    const present = newest(fbc)
    if (page.click && page.click !== present?.id) fbc.own = { id: page.click, time, lastDay }
    else if (present) fbc.own = { ...present, lastDay }
    return { fbp: fbp.own.id, fbc: fbc.own?.id }
  }
}

function isExcluded(page: Page): boolean {
  return page.path === '/student'
}

function newest({ own, foreign }: Visit['jar']['fbp']): Cookie | undefined {
  return own && (!foreign || own.time >= foreign.time) ? own : foreign
}
