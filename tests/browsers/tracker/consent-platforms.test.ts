import { readFileSync } from 'node:fs'

import { createEmulator } from '@conversion-capi/emulator'
import { describe, expect, it } from 'vitest'

import { CONSENT_PAGES, type ConsentPage, loadLate } from './consent-pages.ts'
import { type OpenSchool, until, useSchools } from './use-schools.ts'

const GUIDE = readFileSync(
  new URL('../../../docs/guides/consent-platforms.md', import.meta.url),
  'utf8',
)

/** What the visitor does after the page has loaded, by the cases in the guide. */
const STATES: Record<string, (visit: Visit) => Promise<void>> = {
  'No decision': async (visit) => {
    await visit.expectEvents()
  },
  Accepted: async (visit) => {
    await visit.decide(true)
    await visit.expectEvents('PageView')
    await visit.track('Lead')
    await visit.expectEvents('PageView', 'Lead')
  },
  Refused: async (visit) => {
    await visit.decide(false)
    await visit.track('Lead')
    await visit.expectEvents()
  },
  'Accepted earlier': async (visit) => {
    await visit.decide(true)
    await visit.expectEvents('PageView')
    await visit.go('/next')
    await visit.expectEvents('PageView', 'PageView')
  },
  'Refused earlier': async (visit) => {
    await visit.decide(false)
    await visit.go('/next')
    await visit.track('Lead')
    await visit.expectEvents()
  },
  Withdrawn: async (visit) => {
    await visit.decide(true)
    await visit.expectEvents('PageView')
    await visit.decide(false)
    await visit.track('Lead')
    await visit.expectEvents('PageView')
    expect(await visit.trackerCookies()).toEqual([])
    await visit.go('/next')
    await visit.expectEvents('PageView')
    expect(await visit.trackerCookies()).toEqual([])
  },
  'Accepted after a refusal': async (visit) => {
    await visit.decide(false)
    await visit.decide(true)
    await visit.track('Lead')
    await until(() => visit.names().includes('Lead'))
    await visit.go('/next')
    await until(() => visit.names().at(-1) === 'PageView')
    // Platforms that do not report the refusal keep the first page view.
    await visit.expectEvents(...visit.names())
  },
}

const BLOCKED = 'Banner blocked'

/** The fixed reply to requests of the emulated pixel. */
const PIXEL_SCRIPTS = {
  '/en_US/fbevents.js': await createEmulator()
    .fetch('http://localhost/en_US/fbevents.js')
    .then((response) => response.text()),
  '/tr': '{}',
}

const { open } = useSchools()

const TRACKER = '<script src="/polaris.js" defer></script>'
const NO_TRACKER = '<script src="/blocked.js" defer></script>'

describe.concurrent.for(CONSENT_PAGES)(
  'the script for $name on the page "Consent platforms", in Chromium',
  (page) => {
    it.for(Object.entries(STATES))('is right: %s', async ([, run]) => {
      const visitor = await visit(page)
      await run(visitor)
      expect(visitor.errors).toEqual([])
    })

    it.for(page.isBeforeCopied ? [] : Object.entries(STATES))(
      'is right if the platform loads late: %s',
      async ([, run]) => {
        const visitor = await visit(loadLate(page))
        await run(visitor)
        expect(visitor.errors).toEqual([])
      },
    )

    it.for([{ decisions: [true] }, { decisions: [false] }, { decisions: [true, false] }])(
      'is right if the tracker loads after $decisions',
      async ({ decisions }) => {
        const { decide, loadTracker, track, expectEvents, errors } = await visit(page, NO_TRACKER)
        for (const isAccepted of decisions) await decide(isAccepted)
        await loadTracker()
        await track('Lead')
        await expectEvents(...(decisions.at(-1) ? ['PageView', 'Lead'] : []))
        expect(errors).toEqual([])
      },
    )

    it('does not disturb the platform if the tracker is blocked', async () => {
      const { decide, go, errors } = await visit(page, NO_TRACKER)
      for (const isAccepted of [true, false, true]) await decide(isAccepted)
      await go('/next')
      await decide(false)
      expect(errors).toEqual([])
    })

    it('sends nothing if the platform is blocked', async () => {
      const school = await openPage(page, {})
      expect(school.log).toContain('GET /platform.js')
      await school.track('Lead')
      await expectNothing(school)
      await school.go('/next')
      await expectNothing(school)
      await school.close()
    })
  },
)

it('a switch of Klaro that is not saved is not a decision', async () => {
  const { page, decide, track, expectEvents } = await visit(findPage('Klaro'))
  await decide(false)
  await page.evaluate('klaro.show(undefined, true)')
  const checkbox = page.locator('#service-item-meta')
  await checkbox.dispatchEvent('click')
  expect(await checkbox.isChecked()).toBe(true)
  await track('Lead')
  await expectEvents()
})

it.each(['ad_storage', 'ad_user_data', 'ad_personalization'])(
  'consent of Google Consent Mode without %s is a refusal',
  async (denied) => {
    const { page, track, names, expectEvents } = await visit(findPage('Google Consent Mode'))
    const granted = {
      ad_storage: 'granted',
      ad_user_data: 'granted',
      ad_personalization: 'granted',
    }
    const types = JSON.stringify({ ...granted, [denied]: 'denied' })
    await page.evaluate(`gtag('consent', 'update', ${types})`)
    await track('Lead')
    await expectEvents()
    expect(names()).toEqual([])
    await page.evaluate(`gtag('consent', 'update', ${JSON.stringify(granted)})`)
    await track('Lead')
    await expectEvents('Lead')
  },
)

function findPage(wanted: string): ConsentPage {
  return CONSENT_PAGES.find(({ name }) => name === wanted)!
}

it('the page lists what is tested', () => {
  expect(GUIDE).toContain(`The cases: ${[...Object.keys(STATES), BLOCKED].join(', ')}.`)
  const [, table] = /^\| Platform .+\n\|[- |]+\n((?:\|.+\n)+)/m.exec(GUIDE)!
  const rows = CONSENT_PAGES.map(({ name, testedWith }) => `| ${name} | ${testedWith} |`)
  expect(table!.trim().replaceAll(/ +/g, ' ').split('\n')).toEqual(rows)
})

/** A visitor on a page who has not decided, and of whom nothing was sent or stored. */
interface Visit extends Pick<OpenSchool, 'page' | 'track' | 'go' | 'errors'> {
  decide: (isAccepted: boolean) => Promise<unknown>
  loadTracker: () => Promise<unknown>
  /** Expects exactly these events, each with both copies. */
  expectEvents: (...names: string[]) => Promise<void>
  names: () => string[]
  trackerCookies: () => Promise<string[]>
}

async function visit(page: ConsentPage, tracker = TRACKER): Promise<Visit> {
  const school = await openPage(page, { '/platform.js': page.script }, tracker)
  await page.show(school.page)
  await expectNothing(school)
  const names = () => school.events().map(({ event_name }) => event_name)
  return {
    track: school.track,
    go: school.go,
    page: school.page,
    errors: school.errors,
    names,
    decide: (isAccepted) => page.decide(school.page, isAccepted),
    loadTracker: () => school.page.addScriptTag({ url: '/polaris.js' }),
    async expectEvents(...expected) {
      await until(() => {
        return Math.min(school.posts.length, school.pixelEvents.length) >= expected.length
      })
      await school.catchUp()
      expect(names()).toEqual(expected)
      const ids = school.events().map(({ event_id }) => event_id)
      expect(school.pixelEvents.map((event) => event.get('eid')).sort()).toEqual(ids.sort())
    },
    async trackerCookies() {
      const cookies = await school.context.cookies()
      return cookies.map(({ name }) => name).filter((name) => name.startsWith('_fb'))
    },
  }
}

function openPage(
  { name, head }: ConsentPage,
  scripts: Record<string, string>,
  tracker = TRACKER,
): Promise<OpenSchool> {
  const [, copied] = new RegExp(`^<!-- ${name} -->\n(.+?)\`\`\``, 'ms').exec(GUIDE)!
  return open({
    options: { consent: 'wait', pixel: { id: '1234567890', src: '/en_US/fbevents.js' } },
    head: `${tracker}${head}${copied}`,
    scripts: { ...PIXEL_SCRIPTS, ...scripts },
  })
}

/** Expects no request to the endpoint and to the pixel, no cookie, and nothing in storage. */
async function expectNothing(school: OpenSchool): Promise<void> {
  await school.catchUp()
  expect(school.posts).toEqual([])
  expect(school.pixelEvents).toEqual([])
  expect(school.log.filter((line) => /fbevents|\/tr$/.test(line))).toEqual([])
  expect(await school.context.cookies()).toEqual([])
  const stored = await school.page.evaluate(() => [localStorage.length, sessionStorage.length])
  expect(stored).toEqual([0, 0])
}
