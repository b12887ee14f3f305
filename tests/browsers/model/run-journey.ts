import type { BrowserContext, Page as Tab } from 'playwright-core'

import type { SchoolServer } from '../tracker/school-server.ts'
import { describeObserved, describeVisit } from './describe.ts'
import { type Network, type Page, type Path, type TabStorage, Visit } from './model.ts'
import { serveSite } from './serve-site.ts'
import type { SettledPage, SiteName, SitePage } from './site.ts'

/** A site, and what a visitor does on it, e.g. `link, /courses`. Impossible steps are skipped. */
export type Journey = readonly [site: SiteName, ...steps: string[]]

/** More than the time limits of the tracker that end by themselves, e.g. of `singlePage`, and less than the lock of forms. */
const STEP_MS = 250
const WAITS = { seconds: 11_000, 'a day': 25 * 3_600_000, '89 days': 89 * 86_400_000 }

/** An entry in a tab's history. */
interface Entry {
  page: Page
  /** The ID of the document, which survives in the back/forward cache. */
  id: string
  /** Without the origin. */
  url: string
  /** The URL of the page that links here, or `''`. */
  referrer: string
}

/** In the pages. */
declare const sitePage: SitePage

interface OpenTab {
  tab: Tab
  entries: Entry[]
  at: number
  storage: TabStorage
  kept: string[]
  /** How the tracker has used cookies and storage in this step. */
  uses: string[]
}

/**
 * Runs a journey in Chromium and compares the model after each step. Throws at the first difference. Otherwise, the context
 * and its tabs can be used again: to open a window takes longer than a step.
 */
export async function runJourney(
  context: BrowserContext,
  server: SchoolServer,
  [site, ...steps]: Journey,
): Promise<void> {
  await context.clearCookies()
  await context.setOffline(false)
  await Promise.all(context.pages().map((tab) => tab.goto('about:blank')))
  const done: string[] = [site]
  try {
    const driver = createDriver(context, server, site)
    for (const step of steps) {
      done.push(step)
      const isPossible = await driver.run(step)
      if (isPossible) await driver.compare()
      else done.pop()
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`${message}\nAfter:\n${done.join('\n')}`, { cause: error })
  }
}

function createDriver(context: BrowserContext, server: SchoolServer, site: SiteName) {
  const asksForConsent = site !== 'without a banner'
  const visit = new Visit(asksForConsent)
  const host = serveSite(server, site, visit)
  const tabs: OpenTab[] = []
  let current: OpenTab | undefined
  let time = Date.now()
  /** The time that the pages have until the next step moves their clocks. */
  let submitTime = time
  let isSlow = false

  return { run, compare }

  async function run(line: string): Promise<boolean> {
    const [step, ...args] = line.split(', ') as [string, ...string[]]
    for (const page of pagesInMemory()) page.access = 'none'
    for (const open of tabs) open.uses = []
    // Later than each reading of the clock in the previous step.
    time += 100
    if (isSlow) host.hold()
    host.setTime(time)
    const isPossible = step === 'land' || step === 'open tab' ? open() : current && perform(current)
    if (!(await isPossible)) return false
    await settle()
    return true

    async function open(): Promise<boolean> {
      if (visit.network === 'offline' || (step === 'open tab' && tabs.length > 2)) return false
      const [path, click] = args as [Path, string?]
      if (!current || step === 'open tab') {
        const isFree = (page: Tab) => tabs.every(({ tab }) => tab !== page)
        const tab = context.pages().find(isFree) ?? (await context.newPage())
        current = { tab, entries: [], at: -1, storage: { persons: new Set() }, kept: [], uses: [] }
        tabs.push(current)
      }
      const url = path + (click ? `${path.includes('?') ? '&' : '?'}fbclid=${click}` : '')
      leave(current)
      await current.tab.goto(host.url + url, { waitUntil: 'commit' })
      await load(current, { url, referrer: '' }, sameEntry(current, url))
      return true
    }

    async function perform(open: OpenTab): Promise<boolean> {
      const entry = open.entries[open.at]!
      const { page, url } = entry
      const { tab } = open
      const isOffline = visit.network === 'offline'
      if (isOffline && /link|reload|back|forward/.test(step)) return false
      switch (step) {
        case 'link': {
          const [target, delay = 0] = args as [string, string?]
          time += Number(delay)
          host.setTime(time)
          leave(open)
          await tab.evaluate((parts) => sitePage.follow(...parts), [target, Number(delay)] as const)
          await load(open, { url: target, referrer: url }, sameEntry(open, target))
          return true
        }
        case 'reload':
          leave(open)
          // Not `location.reload()`, after which the page is its own referrer.
          await tab.reload({ waitUntil: 'commit' })
          await load(open, entry, open.at)
          return true
        case 'back':
        case 'forward': {
          const at = open.at + (step === 'back' ? -1 : 1)
          const target = open.entries[at]
          if (!target) return false
          if (target.page !== page) leave(open)
          await tab[step === 'back' ? 'goBack' : 'goForward']({ waitUntil: 'commit' })
          if (target.page === page) {
            open.at = at
            visit.route(page, pathOf(target.url))
          } else await load(open, target, at)
          return true
        }
        case 'route': {
          const [method, path] = args as [string, Path]
          const target = method === 'anchor' ? url.replace(/#.*|$/, '#prices') : path
          await tab.evaluate((parts) => sitePage.route(...parts), [method, target] as const)
          if (method === 'replace') entry.url = target
          else if (target !== url || method.startsWith('push')) {
            open.entries.splice(++open.at, Infinity, { ...entry, url: target })
          }
          visit.route(page, pathOf(target))
          return true
        }
        case 'decide': {
          if (!asksForConsent) return false
          await tab.evaluate((decision) => sitePage.decide(decision), args[0]!)
          if (args[0] === 'yes') visit.accept(page)
          else if (args[0] === 'no') visit.refuse(page)
          else visit.askAgain(page)
          return true
        }
        case 'submit': {
          const [email, how] = args as [string, string]
          const isPageLoad = /page/.test(how) && email !== ''
          if (isPageLoad && isOffline) return false
          visit.submit(page, email, how, submitTime)
          if (isPageLoad) host.hold()
          if (how === 'with an error page') host.status = 422
          await tab.evaluate((parts) => sitePage.submit(...parts), [email, how] as const)
          if (isPageLoad) await load(open, { url: '/courses?', referrer: url })
          host.status = 200
          return true
        }
        case 'switch tab':
        case 'close tab':
          if (tabs.length < 2) return false
          // Whether the failed request of a closed page is stored depends on the browser's processes.
          if (step === 'close tab' && isOffline && page.pending) return false
          current = tabs[(tabs.indexOf(open) + 1) % tabs.length]
          if (step === 'switch tab') return true
          leave(open)
          await tab.close()
          tabs.splice(tabs.indexOf(open), 1)
          return true
        case 'wait':
          if (Number(args[0]) >= 0) time += Number(args[0])
          else await wait(args[0] as keyof typeof WAITS)
          return true
        case 'hide':
          await tab.evaluate(() =>
            document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
          )
          visit.settle(page, submitTime, true)
          return true
        case 'leads':
          if (visit.counted.filter(({ name }) => name === 'Lead').length === Number(args[0]))
            return true
          throw new Error(`Meta must count ${args[0]} Leads.`)
        case 'network': {
          const network = args[0] as Network | 'slow'
          isSlow = network === 'slow'
          const shown = tabs.map(({ entries, at }) => entries[at]!.page)
          visit.changeNetwork(network === 'slow' ? 'fine' : network, shown)
          await context.setOffline(network === 'offline')
          const isChanged = isOffline !== (network === 'offline')
          for (const [index, { tab }] of tabs.entries()) {
            if (!isChanged) break
            const event = isOffline ? 'online' : 'offline'
            await tab.evaluate((type) => dispatchEvent(new Event(type)), event)
            if (!isOffline) visit.settle(shown[index]!, submitTime, true)
            await settle()
          }
          return true
        }
        case 'cookie': {
          const [name, age] = args as ['fbp' | 'fbc', 'old' | 'new' | 'malformed']
          const id = { old: '1111', new: '2222', malformed: '' }[age]
          const value = `fb.1.${age === 'old' ? 1_600_000_000_000 : time}.${id}`
          await context.addCookies([{ name: '_' + name, value, url: host.url }])
          visit.setCookie(name, id, age === 'old')
          return true
        }
        default:
          throw new Error(`Unknown step: ${line}`)
      }
    }
  }

  /** Passes time on the clock of the pages, and ages the cookies of the tracker: the browser has another clock. */
  async function wait(period: keyof typeof WAITS): Promise<void> {
    // First, forms that wait are counted.
    time += WAITS.seconds
    await settle()
    time += WAITS[period] - WAITS.seconds
    visit.wait(pagesInMemory(), period)
    const cookies = (await context.cookies()).filter(({ expires }) => expires > 0)
    for (const cookie of cookies)
      cookie.expires = Math.max(1, cookie.expires - WAITS[period] / 1000)
    await context.addCookies(cookies)
  }

  /**
   * Waits for the page of a navigation and passes it to the model. `at`: the entry that it shows again. A link to the URL
   * of the page is like a reload, a form whose action is that URL is not.
   */
  async function load(
    open: OpenTab,
    { url, referrer }: Pick<Entry, 'url' | 'referrer'>,
    at?: number,
  ): Promise<void> {
    const id = await untilLoaded(open.tab, open.entries[open.at]?.id)
    const old = open.entries[at ?? Infinity]
    if (old?.id === id) visit.restore(old.page)
    else {
      const page = visit.load(pathOf(url), /fbclid=(\w+)/.exec(url + referrer)?.[1], open.storage)
      if (at === undefined) open.entries.splice(open.at + 1, Infinity, { url, referrer, page, id })
      else open.entries[at]!.referrer = referrer
      // The entries of one document stay together.
      const oldId = old?.id
      for (const entry of open.entries) if (entry.id === oldId) Object.assign(entry, { page, id })
    }
    open.at = at ?? open.at + 1
  }

  async function compare(): Promise<void> {
    const expected = describeVisit(visit)
    let observed = await observe()
    // The request of a page that the visitor has left can arrive later. The clock stands, or a form could count too late.
    for (let n = 0; n < 60 && observed !== expected; n++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      await settle(0)
      observed = await observe()
    }
    if (observed !== expected) throw new Error(`Expected:\n${expected}\nObserved:\n${observed}`)
    for (const { uses, entries, at } of tabs) {
      const { access } = entries[at]!.page
      const allowed = { all: /./, 'read cookies': /^read cookie$/, none: /^$/ }[access]
      const extra = uses.find((use) => !allowed.test(use))
      if (extra) throw new Error(`The tracker must not ${extra}.`)
    }
  }

  async function observe(): Promise<string> {
    return describeObserved(host, await context.cookies(), current?.kept ?? [])
  }

  /** Releases the responses, moves the clock, and waits until no page does anything. */
  async function settle(ms = STEP_MS): Promise<void> {
    host.release()
    time += ms
    submitTime = time
    visit.pass(
      tabs.map(({ entries, at }) => entries[at]!.page),
      time,
    )
    for (let calls = -1, last = -2; calls !== last || host.isBusy();) {
      last = calls
      const pages: SettledPage[] = await Promise.all(
        tabs.map(({ tab }) => tab.evaluate((now) => sitePage.settle(now), time)),
      )
      calls = 0
      for (const [index, page] of pages.entries()) {
        calls += page.calls
        tabs[index]!.uses.push(...page.access)
        tabs[index]!.kept = page.kept
      }
    }
  }

  /** If the page counts a form when it is left, the response comes too late for it. */
  function leave({ entries, at }: OpenTab): void {
    const page = entries[at]?.page
    if (!page?.pending) return
    host.hold()
    visit.leave(page, submitTime)
  }

  function pagesInMemory(): Page[] {
    return tabs.flatMap(({ entries }) => entries.map(({ page }) => page))
  }
}

/** Waits until a tab shows another document than the one with the ID `former`. Returns the new ID. */
async function untilLoaded(tab: Tab, former: string | undefined): Promise<string> {
  // Chromium needs seconds on a busy machine.
  for (let attempt = 0; attempt < 2000; attempt++) {
    // Throws during a navigation.
    const id = await tab
      .evaluate(() => document.readyState === 'complete' && sitePage.id)
      .catch(() => undefined)
    if (id && id !== former) return id
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('Chromium did not load the page.')
}

function sameEntry({ entries, at }: OpenTab, url: string): number | undefined {
  return entries[at]?.url === url ? at : undefined
}

function pathOf(url: string): Path {
  return url.replace(/[?&]fbclid=.*|\??(#.*)?$/g, '') as Path
}
