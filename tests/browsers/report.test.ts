import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { analyze, LOOKS, openInLook } from '@conversion-capi/test-support/axe'
import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { beforeAll, describe, expect, it } from 'vitest'

import { renderHtml } from '../../packages/meta/src/lib/report/render-html.ts'
import { type PixelReport, runReport } from '../../packages/meta/src/lib/report/run-report.ts'
import { ENV, NOW, playThreeDays } from '../../packages/meta/src/lib/report/three-days.fixture.ts'

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
      sentences: [HOSTILE],
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

  const names = ['mixed', 'hostile', 'empty']
  const pages = names.flatMap((name) => LOOKS.map((look) => ({ name, ...look })))

  it.each(pages)('$name has no axe violations at $width px, $colorScheme', async (look) => {
    const page = await openInLook(chromium.browser, look)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const url = pathToFileURL(join(folder.path, `${look.name}.html`)).href
    await page.goto(url)
    expect(requests).toEqual([url])
    expect(await page.title()).toBe('Events at Meta')
    expect((await analyze(page)).violations).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width)
    await page.context().close()
  })
})
