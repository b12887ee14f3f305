import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { vi } from 'vitest'

import { CHROMIUM_FLAGS, findHeadlessShell } from './launch-chromium.ts'

/** Audits a page with Lighthouse, except for performance, which depends on the machine. */
export async function audit(url: string): Promise<Result> {
  const profile = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findHeadlessShell(),
    args: [...CHROMIUM_FLAGS, '--remote-debugging-port=0'],
  })
  try {
    // Chromium writes the file some time after it starts.
    const portFile = join(profile, 'DevToolsActivePort')
    const [port] = (await vi.waitFor(() => readFile(portFile, 'utf8'), 240_000)).split('\n')
    const result = await lighthouse(url, {
      port: Number(port),
      onlyCategories: ['accessibility', 'best-practices', 'seo', 'agentic-browsing'],
      logLevel: 'error',
    })
    return result!.lhr
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
  }
}

/** Returns the ids of the failed audits that count toward the score of a category. */
export function findFailedAudits({ categories, audits }: Result, category: string): string[] {
  const scored = categories[category]!.auditRefs.filter(({ weight }) => weight > 0)
  return scored
    .map(({ id }) => audits[id]!)
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id }) => id)
}
