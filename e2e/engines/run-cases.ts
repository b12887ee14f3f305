import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { Case, Visit } from './case.ts'
import { createSite } from './create-site.ts'
import type { Engine } from './engine.ts'
import { openEngine } from './open-engine.ts'
import { startServer } from './start-server.ts'

/** On a quiet machine, an engine takes a tenth of it. */
const TIME_LIMIT_MS = 180_000

/**
 * Has an engine visit all cases in one go, in a fresh profile; neither processes nor files stay.
 *
 * @returns What the server saw, visit by visit. Rejects when the engine ends early, or takes too long.
 */
export async function runCases(
  engine: Engine,
  executable: string,
  cases: Case[],
): Promise<Visit[]> {
  const visits = cases.flatMap(planVisits)
  const profile = await mkdtemp(join(tmpdir(), 'conversion-capi-engine-'))
  const server = await startServer()
  try {
    const site = createSite(visits, server.port)
    server.serve(site.handle)
    const address = { url: site.url, proxyPort: server.port }
    const { ended, close } = openEngine(await engine.start(executable, profile, address), profile)
    try {
      const problem = await Promise.race([
        site.finished,
        ended.then((lastWords) => `ended early:\n${lastWords}`),
        setTimeout(TIME_LIMIT_MS, 'took too long', { ref: false }),
      ])
      if (problem) {
        const errors = visits.flatMap((visit) => visit.errors).join('\n')
        throw new Error(`${engine.name}, at "${site.progress()}", ${problem}\n${errors}`)
      }
    } finally {
      await close()
    }
  } finally {
    await server.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return visits
}

function planVisits(planned: Case): Visit[] {
  return Array.from({ length: planned.times ?? 1 }, () => ({
    case: planned,
    posts: [],
    preflights: 0,
    reports: [],
    errors: [],
  }))
}
