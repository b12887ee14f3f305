import { createHandler, createRedelivery, type ServerEvent } from '@conversion-capi/core'
import { sha256Hex } from '@conversion-capi/core/pii'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import type { Browser, BrowserContext, Page as Tab } from 'playwright-core'

import { type PostedEvent, reply, type SchoolServer } from '../tracker/school-server.ts'
import { type Network, type Page, type Path, type SentEvent, Visit } from './model.ts'
import {
  buildSiteTracker,
  PATHS,
  renderPage,
  type SettledPage,
  type SitePage,
  type SiteName,
} from './site.ts'

/** A site, and what a visitor does on it, e.g. `link, /courses`. Impossible steps are skipped. */
export type Journey = readonly [site: SiteName, ...steps: string[]]

/** The contacts of the forms. */
export const EMAILS = ['anna@school.example', 'ben@school.example']

const CONFIG = { pixelId: '770000000000077', accessToken: 'EAAUnit0123456789Token', retries: 0 }
/** More than the time limits of the tracker that end by themselves, e.g. of `singlePage`, and less than the lock of forms. */
const STEP_MS = 250
const WAITS = { seconds: 11_000, 'a day': 25 * 3_600_000 }

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
  kept: string[]
  /** How the tracker has used cookies and storage in this step. */
  uses: string[]
}

let journeys = 0

/** Runs a journey in Chromium and compares the model after each step. Throws at the first difference. */
export async function runJourney(
  browser: Browser,
  server: SchoolServer,
  [site, ...steps]: Journey,
): Promise<void> {
  const context = await browser.newContext()
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
  } finally {
    await context.close()
  }
}

function createDriver(context: BrowserContext, server: SchoolServer, site: SiteName) {
  const host = server.add(`www.journey-${++journeys}.localhost`)
  const asksForConsent = site !== 'without a banner'
  const visit = new Visit(asksForConsent)
  const emulator = createEmulator({ pixelId: CONFIG.pixelId, accessToken: CONFIG.accessToken })
  const fetch: typeof globalThis.fetch = (...args) =>
    visit.network === 'fine' || visit.network === 'lost'
      ? emulator.fetch(...args)
      : Promise.resolve(
          Response.json({ error: {} }, { status: visit.network === 'declined' ? 400 : 503 }),
        )
  const redeliver = createRedelivery({ config: CONFIG, fetch: emulator.fetch })
  const handle = createHandler({ config: CONFIG, fetch })
  const keep = (event: ServerEvent) => redeliver(event)
  const handleWithQueue = createHandler({ config: CONFIG, fetch, keep })
  const tabs: OpenTab[] = []
  const visitors = new Map<string, string>()
  let current: OpenTab | undefined
  let time = Date.now()
  let isSlowNetwork = false
  /** Responses are held until the end of the step. */
  let isSlow = false
  const held: (() => void)[] = []
  let responding = 0

  host.scripts['/polaris.js'] = buildSiteTracker(site)
  host.onPost = (post) => {
    if (isSlow) held.push(() => void respond(post))
    else void respond(post)
  }

  return { run, compare }

  async function run(line: string): Promise<boolean> {
    const [step, ...args] = line.split(', ') as [string, ...string[]]
    for (const page of pagesInMemory()) page.access = 'none'
    for (const open of tabs) open.uses = []
    // Later than each reading of the clock in the previous step.
    time += 100
    isSlow = isSlowNetwork
    host.pages['/now'] = String(time)
    for (const path of PATHS) {
      host.pages[path.split('?')[0]!] = renderPage(site, visit.decision, time)
    }
    const isPossible = step === 'land' || step === 'open tab' ? open() : current && perform(current)
    if (!(await isPossible)) return false
    await settle()
    return true

    async function open(): Promise<boolean> {
      if (visit.network === 'offline' || (step === 'open tab' && tabs.length > 2)) return false
      const [path, click] = args as [Path, string?]
      if (!current || step === 'open tab') {
        current = { tab: await context.newPage(), entries: [], at: -1, kept: [], uses: [] }
        tabs.push(current)
      }
      const url = path + (click ? `${path.includes('?') ? '&' : '?'}fbclid=${click}` : '')
      await current.tab.goto(host.url + url, { waitUntil: 'commit' })
      await load(current, { url, referrer: '' })
      return true
    }

    async function perform(open: OpenTab): Promise<boolean> {
      const entry = open.entries[open.at]!
      const { page, url } = entry
      const { tab } = open
      const isOffline = visit.network === 'offline'
      switch (step) {
        case 'link': {
          if (isOffline) return false
          const target = args[0]!
          await tab.evaluate((url) => sitePage.follow(url), target)
          await load(open, { url: target, referrer: url })
          return true
        }
        case 'reload':
          if (isOffline) return false
          // Not `location.reload()`, after which the page is its own referrer.
          await tab.reload({ waitUntil: 'commit' })
          await load(open, entry, open.at)
          return true
        case 'back':
        case 'forward': {
          const at = open.at + (step === 'back' ? -1 : 1)
          const target = open.entries[at]
          if (!target || isOffline) return false
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
          const isPageLoad = how === 'with a page load' && email !== ''
          if (isPageLoad && isOffline) return false
          visit.submit(page, email, isPageLoad)
          isSlow ||= isPageLoad
          await tab.evaluate((parts) => sitePage.submit(...parts), [email, how] as const)
          if (isPageLoad) await load(open, { url: '/courses?', referrer: url })
          return true
        }
        case 'switch tab':
          if (tabs.length < 2) return false
          current = tabs[(tabs.indexOf(open) + 1) % tabs.length]
          return true
        case 'close tab':
          if (tabs.length < 2) return false
          await tab.close()
          tabs.splice(tabs.indexOf(open), 1)
          current = tabs[0]
          return true
        case 'wait':
          time += WAITS[args[0] as keyof typeof WAITS]
          visit.wait(pagesInMemory(), args[0] as keyof typeof WAITS)
          return true
        case 'network': {
          const network = args[0] as Network | 'slow'
          isSlowNetwork = network === 'slow'
          const shown = tabs.map(({ entries, at }) => entries[at]!.page)
          visit.changeNetwork(network === 'slow' ? 'fine' : network, shown)
          await context.setOffline(network === 'offline')
          return true
        }
        case 'cookie': {
          const [name, age] = args as ['fbp' | 'fbc', 'old' | 'new' | 'malformed']
          const id = { old: '1111', new: '2222', malformed: '' }[age]
          const value = `fb.1.${age === 'old' ? 1_600_000_000_000 : time}.${id}`
          await context.addCookies([{ name: '_' + name, value, url: host.url }])
          visit.setCookie(name, age === 'malformed' ? age : { id, isOld: age === 'old' })
          return true
        }
        default:
          throw new Error(`Unknown step: ${line}`)
      }
    }
  }

  /**
   * Waits for the page of a navigation and passes it to the model. `at`: the entry that it shows again. A link to the URL
   * of the page is like a reload.
   */
  async function load(
    open: OpenTab,
    { url, referrer }: Pick<Entry, 'url' | 'referrer'>,
    at = open.entries[open.at]?.url === url ? open.at : undefined,
  ): Promise<void> {
    const id = await untilLoaded(open.tab, open.entries[open.at]?.id)
    const old = open.entries[at ?? Infinity]
    if (old?.id === id) visit.restore(old.page)
    else {
      const page = visit.load(pathOf(url), /fbclid=(\w+)/.exec(url + referrer)?.[1])
      if (at === undefined) open.entries.splice(open.at + 1, Infinity, { url, referrer, page, id })
      else open.entries[at]!.referrer = referrer
      // The entries of one document stay together.
      const oldId = old?.id
      for (const entry of open.entries) if (entry.id === oldId) Object.assign(entry, { page, id })
    }
    open.at = at ?? open.at + 1
  }

  async function compare(): Promise<void> {
    const expected = describeModel()
    let observed = await observe()
    // The request of a page that the visitor has left can arrive later.
    for (let n = 0; n < 60 && observed !== expected; n++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      await settle()
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

  function describeModel(): string {
    const { requests, counted, kept, jar } = visit
    return describe(
      requests,
      counted.map(describeEvent),
      (['fbp', 'fbc'] as const).flatMap((name) =>
        Object.values(jar[name]).flatMap((cookie) => (cookie ? `_${name} ${cookie.id}` : [])),
      ),
      kept.map(({ event, attempts }) => `${attempts} ${event.name} ${event.path}`),
    )
  }

  async function observe(): Promise<string> {
    const cookies = (await context.cookies())
      .map(({ name, value }) => `${name} ${toId(name, value)}`)
      .filter((cookie) => !cookie.endsWith(' '))
    const counted = emulator
      .events()
      .filter(({ counted }) => counted)
      .map(({ event_name, event_source_url, user_data }) => {
        const { em, fbp, fbc } = user_data as Record<string, string>
        return describeEvent({
          name: event_name as SentEvent['name'],
          path: event_source_url!.slice(host.url.length) as Path,
          ...(em && { email: EMAILS.find((email) => sha256Hex(email) === String(em)) ?? '?' }),
          fbp: toId('_fbp', fbp),
          fbc: toId('_fbc', fbc),
        })
      })
    return describe(
      host.posts.length,
      counted,
      cookies,
      (current?.kept ?? []).map((entry) => {
        const { event_name, event_source_url } = JSON.parse(entry.slice(1))
        return `${entry[0]} ${event_name} ${event_source_url.slice(host.url.length)}`
      }),
    )
  }

  /** Returns the last segment of a cookie. Numbers the random ones. */
  function toId(name: string, value: string | undefined): string {
    const id = value?.split('.')[3] ?? ''
    if (name === '_fbc' || id.length < 5) return id
    if (!visitors.has(id)) visitors.set(id, `visitor ${visitors.size + 1}`)
    return visitors.get(id)!
  }

  /** Releases the responses, moves the clock, and waits until no page does anything. */
  async function settle(): Promise<void> {
    for (const release of held.splice(0)) release()
    isSlow = false
    time += STEP_MS
    for (let calls = -1, last = -2; calls !== last || responding > 0;) {
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

  async function respond({ body, response }: PostedEvent): Promise<void> {
    responding++
    const { network } = visit
    if (network === 'misrouted') response.writeHead(404).end('Not found')
    else {
      const request = new Request(host.url + CONVERSION_PATH, { method: 'POST', body })
      const result = await (network === 'queued' ? handleWithQueue : handle)(request)
      const answer = network === 'lost' ? {} : await result.json()
      reply(response, network === 'lost' ? 503 : result.status, answer)
    }
    responding--
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

function pathOf(url: string): Path {
  return url.replace(/[?&]fbclid=.*|\??(#.*)?$/g, '') as Path
}

function describeEvent({ name, path, email, fbp, fbc }: SentEvent): string {
  return [name, path, email, fbp, fbc && `click ${fbc}`].filter(Boolean).join(' ')
}

function describe(requests: number, counted: string[], cookies: string[], kept: string[]): string {
  return [
    `requests: ${requests}`,
    ...counted.sort().map((line) => `counted: ${line}`),
    ...[...new Set(cookies)].sort().map((line) => `cookie: ${line}`),
    ...kept.map((line) => `kept: ${line}`),
  ].join('\n')
}
