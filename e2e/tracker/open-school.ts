import type { EventName, EventRequest } from '@conversion-capi/core/protocol'
import { buildTracker, type TrackerOptions } from '@conversion-capi/tracker'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { vi } from 'vitest'

import type { Schools, Site } from './start-schools.ts'

export interface SchoolSetUp {
  /** What the tracker is built with; its name is `polaris`. */
  options?: Partial<TrackerOptions>
  /** The page's body. */
  body?: string
  /** The page's head. By default it includes the tracker. */
  head?: string
  host?: string
  /** Sent along with every page. */
  headers?: Record<string, string>
  /** Runs in every page before anything else. */
  before?: string | (() => void)
  answer?: Site['answer']
}

/** A visitor's first look at a site with a tracker. */
export interface School extends Site {
  context: BrowserContext
  page: Page
  /** Uncaught errors, unhandled rejections and violated policies. */
  errors: string[]
  /** Opens a page and waits for its load event. */
  go: (path: string, page?: Page) => Promise<void>
  /** Calls `polaris.track` in the page. */
  track: (eventName: EventName, ...rest: unknown[]) => Promise<string>
  /** The events that arrived; with a name, those of that name. */
  events: (eventName?: EventName) => EventRequest[]
  /** The bodies that the page keeps for another try. */
  stored: (name?: string) => Promise<EventRequest[]>
  /** Waits until whatever the page has asked for so far has arrived. */
  catchUp: () => Promise<void>
  /** Waits for so many events; gives the sorted names of all that arrived, and every error; closes. */
  finish: (count: number) => Promise<string[]>
  close: () => Promise<void>
}

export const INCLUDE = '<script src="/polaris.js"></script>'

let count = 0

/** Opens a small site with a tracker in a fresh profile; `/` and `/next` are pages of it. */
export async function openSchool(
  browser: Browser,
  schools: Schools,
  setUp: SchoolSetUp = {},
): Promise<School> {
  const { body = '', head = INCLUDE, host = `school-${++count}.localhost` } = setUp
  const site = schools.add(host)
  const html = `<!doctype html><title>School</title>${head}<body>${body}`
  Object.assign(site.pages, { '/': html, '/next': html, '/empty': '', '/catch-up': '' })
  site.scripts['/polaris.js'] = buildTracker({ name: 'polaris', ...setUp.options })
  Object.assign(site.headers, setUp.headers)
  if (setUp.answer) site.answer = setUp.answer

  const context = await browser.newContext()
  if (setUp.before) await context.addInitScript(setUp.before)
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (/Security Policy|Trusted/i.test(message.text())) errors.push(message.text())
  })
  const page = await context.newPage()
  await page.goto(`${site.url}/`)

  const school: School = Object.assign(site, {
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
    close: () => context.close(),
  })
  return school
}

interface Tracked {
  polaris: { track: (...args: unknown[]) => string }
}

/** Waits for something to become true, however slow the machine. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(condition, { timeout: 30_000, interval: 20 })
}
