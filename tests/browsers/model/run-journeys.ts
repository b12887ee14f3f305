import {
  findChromium,
  findHeadlessShell,
  launchChromium,
} from '@conversion-capi/test-support/chromium'
import fc from 'fast-check'
import type { BrowserContext } from 'playwright-core'

import { startSchoolServer } from '../tracker/school-server.ts'
import { journey, leaving } from './journeys.ts'
import { type Journey, runJourney } from './run-journey.ts'

/**
 * Runs generated journeys, a third of them in a browser with a back/forward cache. Returns the shortest failing ones that
 * it finds, with the differences.
 *
 * @param limitMs Ends the search for shorter failing journeys. Journeys that have not run by then are a failure too.
 * @param log Called with the progress and with each failing journey, before and while it is shortened.
 * @param isLeaving Whether each visitor sends one form and soon leaves its page.
 */
export async function runJourneys(
  runs: number,
  seed: number,
  limitMs: number,
  log?: (line: string) => void,
  isLeaving = false,
): Promise<string[]> {
  const startedAt = performance.now()
  let count = 0
  const workers = [findChromium(), findHeadlessShell(), findHeadlessShell()].map((path, worker) =>
    withChromium(async (run) => {
      const property = fc.asyncProperty(isLeaving ? leaving : journey, async (steps) => {
        await run(steps).catch((error: Error) => {
          log?.(error.message)
          throw error
        })
        const seconds = Math.round((performance.now() - startedAt) / 1000)
        if (++count % 100 === 0) log?.(`${count} journeys in ${seconds} s`)
      })
      return fc.check(property, {
        numRuns: Math.ceil(runs / 3),
        seed: seed + worker,
        interruptAfterTimeLimit: limitMs,
        markInterruptAsFailure: true,
      })
    }, path),
  )
  const failures = (await Promise.all(workers)).filter(({ failed }) => failed)
  return failures.map(
    ({ errorInstance }) => (errorInstance as Error | null)?.message ?? 'The time is up.',
  )
}

/** Opens Chromium with its back/forward cache, which Playwright turns off, and passes a function that runs a journey. */
export async function withChromium<Result>(
  work: (run: (journey: Journey) => Promise<void>) => Promise<Result>,
  executablePath = findChromium(),
): Promise<Result> {
  const server = await startSchoolServer()
  const browser = await launchChromium({
    executablePath,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    // Starts no process that a page might need later.
    args: ['--disable-features=SpareRendererForSitePerProcess'],
  })
  const contexts: BrowserContext[] = []
  try {
    return await work(async (journey) => {
      const context = contexts.pop() ?? (await browser.newContext())
      await runJourney(context, server, journey)
      contexts.push(context)
    })
  } finally {
    await browser.close()
    await server.close()
  }
}
