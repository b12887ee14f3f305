import type { EventName, EventRequest } from '@conversion-capi/core/protocol'
import { launchChromium } from '@conversion-capi/test-support/chromium'
import { buildTracker, type TrackerOptions } from '@conversion-capi/tracker'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, vi } from 'vitest'

import { type SchoolHost, type SchoolServer, startSchoolServer } from './school-server.ts'

export interface SchoolSetUp {
  /** Options of the tracker, which is named `polaris`. */
  options?: Partial<TrackerOptions>
  body?: string
  /**
   * The HTML of the head.
   *
   * @default TRACKER_TAG
   */
  head?: string
  /**
   * The hostname.
   *
   * @default a new subdomain of localhost
   */
  host?: string
  scripts?: Record<string, string>
  headers?: Record<string, string>
  /** Runs in every page before its own scripts. */
  before?: string | (() => void)
  onPost?: SchoolHost['onPost']
}

/** A school's site, opened in a new browser context. */
export interface OpenSchool extends SchoolHost {
  context: BrowserContext
  page: Page
  /** Uncaught errors, unhandled rejections and policy violations. */
  errors: string[]
  go: (path: string, page?: Page) => Promise<void>
  track: (eventName: EventName, ...rest: unknown[]) => Promise<string>
  /** Returns the received events, optionally only those with `eventName`. */
  events: (eventName?: EventName) => EventRequest[]
  stored: (name?: string) => Promise<EventRequest[]>
  /** Waits until the server has received the requests that the page has started. */
  catchUp: () => Promise<void>
  /** Waits for `count` events, then closes. Returns the sorted names of all events, then all errors. */
  finish: (count: number) => Promise<string[]>
  /** Closes the context. Fails if the pages had errors. */
  close: () => Promise<void>
}

export const TRACKER_TAG = '<script src="/polaris.js"></script>'

interface Schools {
  /** Opens a school's site. Its pages are `/` and `/next`. */
  open: (setUp?: SchoolSetUp) => Promise<OpenSchool>
  add: (host: string) => SchoolHost
}

/** Starts Chromium and a server before the tests of the surrounding `describe`, and closes them afterwards. */
export function useSchools(): Schools {
  let browser: Browser
  let server: SchoolServer

  beforeAll(async () => {
    server = await startSchoolServer()
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  return {
    open: (setUp) => openSchool(browser, server, setUp),
    add: (host) => server.add(host),
  }
}

let count = 0

async function openSchool(
  browser: Browser,
  server: SchoolServer,
  setUp: SchoolSetUp = {},
): Promise<OpenSchool> {
  const { body = '', head = TRACKER_TAG, host = `school-${++count}.localhost` } = setUp
  const site = server.add(host)
  const html = `<!doctype html><title>School</title>${head}<body>${body}`
  Object.assign(site.pages, { '/': html, '/next': html, '/empty': '', '/catch-up': '' })
  Object.assign(site.scripts, setUp.scripts, {
    '/polaris.js': buildTracker({ name: 'polaris', ...setUp.options }),
  })
  Object.assign(site.headers, setUp.headers)
  if (setUp.onPost) site.onPost = setUp.onPost

  const context = await browser.newContext()
  if (setUp.before) await context.addInitScript(setUp.before)
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (/Security Policy|Trusted/i.test(message.text())) errors.push(message.text())
  })
  const page = await context.newPage()
  await page.goto(`${site.url}/`)

  const school: OpenSchool = Object.assign(site, {
    context,
    page,
    errors,
    async go(path: string, to = page) {
      await to.goto(site.url + path)
    },
    track: (...args: unknown[]) =>
      page.evaluate((args) => (window as unknown as Tracked).polaris.track(...args), args),
    events: (eventName?: EventName) =>
      site.posts
        .map(({ event }) => event)
        .filter(({ event_name }) => !eventName || event_name === eventName),
    async stored(name = 'polaris') {
      const entries = await page.evaluate(
        (prefix) =>
          Object.keys(localStorage)
            .filter((key) => key.startsWith(prefix))
            .sort()
            .map((key) => localStorage[key] as string),
        `${name}@`,
      )
      return entries.map((entry) => JSON.parse(entry.slice(1)))
    },
    async catchUp() {
      for (let n = 0; n < 2; n++)
        await page.evaluate(() => fetch('/catch-up').then((r) => r.text()))
    },
    async finish(count: number) {
      await until(() => site.posts.length >= count)
      await school.catchUp()
      await context.close()
      return [
        ...school
          .events()
          .map(({ event_name }) => event_name)
          .sort(),
        ...errors,
      ]
    },
    async close() {
      await context.close()
      expect(errors).toEqual([])
    },
  })
  return school
}

interface Tracked {
  polaris: { track: (...args: unknown[]) => string }
}

/** Waits until a condition is true. Throws after four minutes, which is enough for slow machines. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(condition, { timeout: 240_000, interval: 20 })
}
