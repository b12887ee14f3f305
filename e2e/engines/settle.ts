import { setTimeout } from 'node:timers/promises'

import type { Visit } from './case.ts'

/** Only a visit that fails waits as long. */
const PATIENCE_MS = 5000
const QUIET_MS = 1000

/** Waits until all that has to arrive from a visit has. */
export async function settle(visit: Visit): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!holds(visit) && Date.now() < end) await setTimeout(20)
}

/** Waits until nothing arrives any more either: neither too late, nor a second time. */
export async function settleAll(visits: Visit[]): Promise<void> {
  await Promise.all(visits.map(settle))
  for (let known = -1; known !== countPosts();) {
    known = countPosts()
    await setTimeout(QUIET_MS)
  }

  function countPosts(): number {
    return visits.reduce((count, { posts }) => count + posts.length, 0)
  }
}

function holds(visit: Visit): boolean {
  try {
    visit.case.verify(visit)
    return true
  } catch {
    return false
  }
}
