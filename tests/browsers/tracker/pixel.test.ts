import { readFile } from 'node:fs/promises'

import { sha256Hex } from '@conversion-capi/core/pii'
import { describe, expect, it } from 'vitest'

import { type OpenSchool, type SchoolSetUp, TRACKER_TAG, until, useSchools } from './use-schools.ts'

type Call = [command: string, ...rest: unknown[]]

const PIXEL = { id: '1234567890', src: '/fbevents.js', advancedMatching: true }
const PII = {
  email: 'Anna@School.example',
  phone: '+48 601 234 567',
  firstName: 'Anna',
  lastName: 'Petrova',
  externalId: 'parent-42',
}

describe.concurrent('the pixel that the tracker loads, in Chromium', () => {
  const schools = useSchools()

  /** Opens a school whose pixel records its calls. */
  async function open({ options, ...setUp }: SchoolSetUp = {}): Promise<OpenSchool> {
    const school = await schools.open({
      ...setUp,
      options: { pixel: PIXEL, pageView: false, ...options },
    })
    school.scripts['/fbevents.js'] =
      'fbq.calls = fbq.queue.splice(0); fbq.callMethod = (...call) => fbq.calls.push(call)'
    await school.go('/next')
    await school.catchUp()
    return school
  }

  const calls = (school: OpenSchool): Promise<Call[] | undefined> =>
    school.page.evaluate(() => (window as any).fbq?.calls)

  it('gets the hashes that the proxy gets and the hash of the external ID', async () => {
    const school = await open()
    await school.track('Lead', {}, PII)
    await until(() => school.posts.length === 1)
    const { fbp: _, ...userData } = school.events()[0]!.user_data!
    expect(Object.keys(userData).toSorted()).toEqual(['em', 'external_id', 'fn', 'ln', 'ph'])
    const [init, matched, event] = (await calls(school))!
    expect([init, matched]).toEqual([
      ['init', PIXEL.id],
      ['init', PIXEL.id, { ...userData, external_id: sha256Hex(PII.externalId) }],
    ])
    expect(event!.slice(0, 2)).toEqual(['track', 'Lead'])
    expect(JSON.stringify(await calls(school))).not.toMatch(/@|601|anna|petrova/i)
    await school.close()
  })

  it.each<[string, SchoolSetUp]>([
    ['before consent', { options: { consent: 'wait' } }],
    [
      'with Global Privacy Control',
      { before: `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })` },
    ],
  ])('is not loaded and gets nothing %s', async (_, setUp) => {
    const school = await open(setUp)
    await school.track('Lead', {}, PII)
    await school.catchUp()
    expect(await calls(school)).toBe(undefined)
    expect(school.log.filter((line) => /fbevents|functions/.test(line))).toEqual([])
    expect(await school.context.cookies()).toEqual([])
    await school.close()
  })
})

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
