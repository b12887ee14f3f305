import { readFile } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'

import { TRACKER_TAG, until, useSchools } from './use-schools.ts'

const PIXEL = { id: '1234567890', src: '/fbevents.js', advancedMatching: true }
const PII = { email: 'Anna@School.example', phone: '+48 601 234 567' }

describe.concurrent('the script for the staff\'s visits on the page "Tracker", in Chromium', () => {
  const schools = useSchools()

  async function readScript(): Promise<string> {
    const page = await readFile(new URL('../../../docs/guides/tracker.md', import.meta.url), 'utf8')
    return /^<!-- Staff.+?<\/script>/ms.exec(page)![0]
  }

  it('stops the tracker and its pixel in this browser until it is undone', async () => {
    const head = (await readScript()) + TRACKER_TAG
    const options = { pixel: PIXEL, consent: 'wait' as const }
    const school = await schools.open({ head, options })
    const agree = () => school.page.evaluate(() => (window as any).polaris.consent(true))
    await agree()
    await until(() => school.posts.length === 1)
    school.log.length = 0

    for (const path of ['/next#staff', '/', '/next']) {
      await school.go(path)
      await agree()
      await school.track('Lead', {}, PII)
      await school.catchUp()
      expect(await school.page.evaluate(() => 'fbq' in window)).toBe(false)
    }
    expect(school.log.filter((line) => /fbevents|functions/.test(line))).toEqual([])
    expect(await school.context.cookies()).toEqual([])

    await school.go('/#visitor')
    await agree()
    expect(await school.finish(2)).toEqual(['PageView', 'PageView'])
  })

  it("stops the page's pixel too with one more line", async () => {
    const staff = (await readScript()).replace('{ value: true })', '$&;window.fbq = () => {}')
    const base = `<script>if (!window.fbq) { window.fbq = () => {}; fetch('/fbevents.js') }</script>`
    const school = await schools.open({ head: staff + base + TRACKER_TAG })
    await until(() => school.log.includes('GET /fbevents.js') && school.posts.length === 1)
    school.log.length = 0
    await school.go('/next#staff')
    await school.catchUp()
    expect(school.log.filter((line) => /fbevents|functions/.test(line))).toEqual([])
    await school.close()
  })
})
