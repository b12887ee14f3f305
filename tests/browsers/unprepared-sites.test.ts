import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { type DevServer, runDev } from 'conversion-capi'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { runCommand } from '../commands/lib/run-command.ts'
import { createProject, SITES } from '../commands/sites/sites.ts'
import { visit } from './visit.ts'

const chromium = useChromium()
let site: DevServer

afterEach(() => site?.close())

describe('an unprepared site, after init --yes', () => {
  it.each(SITES)('counts one page view of each page of %s', async (_, expected) => {
    const dir = await createProject(expected.files)
    const { code } = await runCommand(['init', dir, '--yes', ...expected.flags])
    expect(code).toBe(0)
    site = await runDev({ dir, port: 0, log() {} })
    for (const file of expected.tracked) {
      site.emulator.clear()
      const url = site.url + file.replace(/(^|\/)index\.html$/, '$1')
      const { page, close } = await visit(chromium.browser, url)
      const views = () => site.emulator.events().filter((each) => each.event_name === 'PageView')
      await vi.waitUntil(() => views().length > 0, { timeout: 240_000 })
      await page.waitForLoadState('networkidle')
      expect(new Set(views().map(({ event_id }) => event_id)).size, file).toBe(1)
      expect(
        views().filter(({ counted }) => counted),
        file,
      ).toHaveLength(1)
      await close()
    }
  })
})
