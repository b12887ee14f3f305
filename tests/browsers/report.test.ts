import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { useFolder } from '@conversion-capi/test-support/vitest'
import type { AxeResults } from 'axe-core'
import { beforeAll, describe, expect, it } from 'vitest'

import { renderHtml } from '../../packages/cli/src/lib/report/render-html.ts'
import { type PixelReport, runReport } from '../../packages/cli/src/lib/report/run-report.ts'
import { ENV, NOW, playThreeDays } from '../../packages/cli/src/lib/report/three-days.fixture.ts'

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const HOSTILE = `</style><script>document.title = 'owned'</script>"'<img src=//x.example onerror=alert(1)>${'x'.repeat(150)}`

describe('the page of the report, opened from a file', () => {
  const chromium = useChromium()
  const folder = useFolder()

  beforeAll(async () => {
    const { fetch } = await playThreeDays()
    const { pixels } = await runReport({ env: ENV, fetch, now: () => NOW })
    await writeFile(join(folder.path, 'mixed.html'), renderHtml(pixels, ['A note.']))
    const event = {
      name: HOSTILE,
      browser: 1_000_000,
      server: 1e15,
      score: 1e15,
      keys: [{ key: HOSTILE, percentage: 1e15 }],
      freshness: HOSTILE,
      sentences: [{ text: HOSTILE, isAdvice: true }],
    }
    const verdict = { answer: HOSTILE, advice: [HOSTILE], facts: [HOSTILE] }
    const hostile: PixelReport = {
      ...pixels[0]!,
      verdict,
      school: 'nord',
      name: HOSTILE,
      events: [event],
    }
    await writeFile(join(folder.path, 'hostile.html'), renderHtml([hostile, ...pixels], [HOSTILE]))
    await writeFile(
      join(folder.path, 'empty.html'),
      renderHtml([{ ...pixels[0]!, events: [] }], []),
    )
  })

  describe.each([1280, 390])('at %i pixels', (width) => {
    it.each([
      ['mixed', 'light'],
      ['mixed', 'dark'],
      ['hostile', 'light'],
      ['empty', 'dark'],
    ] as const)('has no axe violations, %s, %s', async (name, colorScheme) => {
      const viewport = { width, height: 900 }
      // axe-core is injected, which the page's policy forbids.
      const context = await chromium.browser.newContext({ viewport, colorScheme, bypassCSP: true })
      const page = await context.newPage()
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      const url = pathToFileURL(join(folder.path, `${name}.html`)).href
      await page.goto(url)
      expect(requests).toEqual([url])
      expect(await page.title()).toBe('Events at Meta')
      await page.evaluate(AXE)
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
      )
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scrollWidth).toBe(width)
      await context.close()
    })
  })
})
