import type { CDPSession, Page } from 'playwright-core'

import { launchChromium } from '@conversion-capi/test-support/chromium'
import { startEmulator } from '../../../tests/browsers/live-page/lib/start-emulator.ts'
import { sendManyEvents } from './send-many-events.ts'

/** What was measured, in milliseconds and megabytes. */
export interface LivePageResult {
  browser: string
  /** From the navigation to the first paint, and until the list shows all events. */
  firstPaintMs: number
  allEventsMs: number
  /** The slowest event of each interaction, from the input to the next paint. */
  interactions: Record<string, number>
  /** The longest time between two frames while the list scrolls. */
  longestFrameMs: number
  /** The page's heap with `maxEvents` events, and each time after as many more. */
  heapMb: number[]
}

/** Opens the live page with `count` events and measures it while more events arrive. */
export async function measureLivePage(count: number): Promise<LivePageResult> {
  const { emulator, url, close } = await startEmulator({ maxEvents: count })
  await sendManyEvents(emulator, count)
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const session = await page.context().newCDPSession(page)
    const startedAt = performance.now()
    await page.goto(url)
    await page.getByRole('radio', { name: `All ${count.toLocaleString('en-US')}` }).waitFor()
    const allEventsMs = performance.now() - startedAt
    const firstPaintMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    )

    let sent = count
    const timer = setInterval(() => void sendManyEvents(emulator, 1, sent++), 100)
    const interactions = await measureInteractions(page)
    const longestFrameMs = await measureScrolling(page)
    clearInterval(timer)

    await page.locator('.list').evaluate((list) => (list.scrollTop = 0))
    const heapMb = [await readHeapMb(session)]
    for (let round = 0; round < 3; round++, sent += count) {
      await sendManyEvents(emulator, count, sent)
      await page
        .locator('.row')
        .first()
        .getByText(`/page-${sent + count - 1}`)
        .waitFor()
      heapMb.push(await readHeapMb(session))
    }
    return {
      browser: browser.version(),
      firstPaintMs,
      allEventsMs,
      interactions,
      longestFrameMs,
      heapMb,
    }
  } finally {
    await browser.close()
    await close()
  }
}

async function measureInteractions(page: Page): Promise<Record<string, number>> {
  const rows = page.locator('.row')
  const search = page.getByLabel('Search events')
  const steps: Record<string, () => Promise<unknown>> = {
    'open an event': () => rows.nth(2).click(),
    'arrow keys': async () => {
      await page.locator('.list').focus()
      for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowDown')
    },
    'jump to the end and back': async () => {
      await page.keyboard.press('End')
      await page.keyboard.press('Home')
    },
    'type a search': () => search.pressSequentially('purchase page-12'),
    'clear the search': async () => {
      for (let step = 0; step < 16; step++) await search.press('Backspace')
    },
    'filter by status': async () => {
      await page.locator('.segments label').nth(3).click()
      await page.locator('.segments label').nth(0).click()
    },
    'open the faults': () => page.getByRole('button', { name: 'Faults' }).click(),
  }
  const results: Record<string, number> = {}
  for (const [name, perform] of Object.entries(steps)) {
    await observeEvents(page)
    await perform()
    results[name] = await readSlowestEvent(page)
  }
  return results
}

type Observed = typeof globalThis & { durations: number[] }

/** @see https://developer.mozilla.org/docs/Web/API/PerformanceEventTiming */
async function observeEvents(page: Page): Promise<void> {
  await page.evaluate(() => {
    const durations: number[] = []
    Object.assign(globalThis, { durations })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** Events that take less than 16 ms are not reported. */
async function readSlowestEvent(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
    return Math.max(16, ...(globalThis as Observed).durations)
  })
}

async function measureScrolling(page: Page): Promise<number> {
  const list = page.locator('.list')
  await list.hover()
  await page.evaluate(() => {
    const durations: number[] = []
    Object.assign(globalThis, { durations })
    requestAnimationFrame(function next(previous: number): void {
      requestAnimationFrame((now) => {
        durations.push(now - previous)
        next(now)
      })
    })
  })
  for (let step = 0; step < 60; step++) await page.mouse.wheel(0, step % 2 ? 4000 : 400)
  return page.evaluate(() => Math.max(...(globalThis as Observed).durations))
}

async function readHeapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}
