import { launchChromium } from '@conversion-capi/test-support/chromium'
import fc from 'fast-check'
import type { BrowserContext } from 'playwright-core'

import { startSchoolServer } from '../tracker/school-server.ts'
import { journey } from './journeys.ts'
import { type Journey, runJourney } from './run-journey.ts'

/** Journeys that run at the same time, each in a browser context. */
const CONCURRENT = 3

interface JourneysSettings {
  runs: number
  seed: number
  /** Ends the search for shorter failing journeys. Journeys that have not run by then are a failure too. */
  limitMs: number
  /** Called after each journey. */
  onRun?: () => void
  /** Called with each failing journey, before and while it is shortened. */
  onFailure?: (failure: string) => void
}

/** Runs generated journeys. Returns the shortest failing ones that it finds, with the differences. */
export async function runJourneys({
  runs,
  seed,
  limitMs,
  onRun,
  onFailure,
}: JourneysSettings): Promise<string[]> {
  return withChromium(async (run) => {
    const property = fc.asyncProperty(journey, async (steps) => {
      await run(steps).catch((error: Error) => {
        onFailure?.(error.message)
        throw error
      })
      onRun?.()
    })
    const workers = Array.from({ length: CONCURRENT }, (_, worker) =>
      fc.check(property, {
        numRuns: Math.ceil(runs / CONCURRENT),
        seed: seed + worker,
        interruptAfterTimeLimit: limitMs,
        markInterruptAsFailure: true,
      }),
    )
    const failures = (await Promise.all(workers)).filter(({ failed }) => failed)
    return failures.map(
      ({ errorInstance }) => (errorInstance as Error | null)?.message ?? 'Unknown',
    )
  })
}

/** Opens Chromium with its back/forward cache, which Playwright turns off, and passes a function that runs a journey. */
export async function withChromium<Result>(
  work: (run: (journey: Journey) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const server = await startSchoolServer()
  const browser = await launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
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
