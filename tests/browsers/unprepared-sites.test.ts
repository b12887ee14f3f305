import type { EventName } from '@conversion-capi/core/protocol'
import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { type DevServer, runDev } from 'conversion-capi'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { runCommand } from '../commands/lib/run-command.ts'
import { createProject, SITES } from '../commands/sites/sites.ts'
import { visit } from './visit.ts'

const WAIT = { timeout: 240_000 }

const chromium = useChromium()
let site: DevServer

afterEach(() => site?.close())

describe('an unprepared site, after init --yes', () => {
  it.each(SITES)(
    'counts one page view of each page of %s, and one Lead of each form',
    async (_, expected) => {
      const dir = await createProject(expected.files)
      const { code } = await runCommand(['init', dir, '--yes', ...expected.flags])
      expect(code).toBe(0)
      site = await runDev({ dir, port: 0, log() {} })
      const sent: string[] = []
      for (const file of expected.tracked) {
        site.emulator.clear()
        const url = site.url + file.replace(/(^|\/)index\.html$/, '$1')
        const { page, close } = await visit(chromium.browser, url)
        await vi.waitUntil(() => received('PageView').length > 0, WAIT)
        await page.waitForLoadState('networkidle')
        expectOne('PageView', file)
        const form = page.locator('form[data-track]')
        if (await form.count()) {
          await form.locator('[type=email]').fill('anna@school.example')
          await form.locator('button').click()
          await vi.waitUntil(() => received('Lead').length > 0, WAIT)
          await page.waitForLoadState('networkidle')
          expectOne('Lead', file)
          sent.push(file)
        }
        await close()
      }
      expect(sent).toEqual(expected.forms ?? [])
    },
  )
})

function received(name: EventName) {
  return site.emulator.events().filter(({ event_name }) => event_name === name)
}

function expectOne(name: EventName, file: string): void {
  const copies = received(name)
  expect(new Set(copies.map(({ event_id }) => event_id)).size, file).toBe(1)
  expect(
    copies.filter(({ counted }) => counted),
    file,
  ).toHaveLength(1)
}
