import { readFile } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'

import { type OpenSchool, until, useSchools } from './use-schools.ts'

/** A stub of a platform. Its functions run in the page. */
interface Platform {
  name: string
  /** Defines what the platform defines before the visitor decides, and calls it loads. */
  load: () => void
  /** The visitor decides. */
  decide: (isAccepted: boolean) => void
  /** Loads the platform on a page of a visitor who has agreed earlier. */
  restore: () => void
}

const COOKIEBOT: Platform = {
  name: 'Cookiebot',
  load: () => {
    ;(window as any).Cookiebot = { hasResponse: false, consent: { marketing: false } }
  },
  decide: (isAccepted) => {
    ;(window as any).Cookiebot = { hasResponse: true, consent: { marketing: isAccepted } }
    dispatchEvent(new Event(isAccepted ? 'CookiebotOnAccept' : 'CookiebotOnDecline'))
  },
  restore: () => {
    ;(window as any).Cookiebot = { hasResponse: true, consent: { marketing: true } }
  },
}

const ONETRUST: Platform = {
  name: 'OneTrust',
  load: () => {
    ;(window as any).OnetrustActiveGroups = ',C0001,'
    dispatchEvent(new CustomEvent('OneTrustGroupsUpdated', { detail: ['C0001'] }))
  },
  decide: (isAccepted) => {
    const groups = isAccepted ? ['C0001', 'C0004'] : ['C0001']
    ;(window as any).OnetrustActiveGroups = `,${groups.join()},`
    dispatchEvent(new CustomEvent('OneTrustGroupsUpdated', { detail: groups }))
    dispatchEvent(new Event('OTConsentApplied'))
  },
  restore: () => {
    ;(window as any).OnetrustActiveGroups = ',C0001,C0004,'
  },
}

describe.concurrent.for([COOKIEBOT, ONETRUST])(
  'the script for $name on the page "Consent platforms", in Chromium',
  ({ name, load, decide, restore }) => {
    const { open } = useSchools()

    it('waits for the decision, and tracks after the visitor agrees', async () => {
      const school = await openPage(load)
      await school.page.evaluate(load)
      await expectNothing(school)
      await school.page.evaluate(decide, true)
      await until(() => school.posts.length === 1)
      await school.track('Lead')
      expect(await school.finish(2)).toEqual(['Lead', 'PageView'])
    })

    it('sends nothing if the visitor refuses', async () => {
      const school = await openPage(load)
      await school.page.evaluate(decide, false)
      await school.track('Lead')
      await expectNothing(school)
      await school.close()
    })

    it('tracks at once if the visitor agreed on an earlier page', async () => {
      const school = await openPage(restore)
      expect(await school.finish(1)).toEqual(['PageView'])
    })

    it('stops and deletes the cookies if the visitor withdraws the consent', async () => {
      const school = await openPage(restore)
      await until(() => school.posts.length === 1)
      await school.page.evaluate(decide, false)
      expect(await school.context.cookies()).toEqual([])
      await school.track('Lead')
      expect(await school.finish(1)).toEqual(['PageView'])
    })

    async function openPage(before: () => void): Promise<OpenSchool> {
      const page = new URL('../../../docs/guides/consent.md', import.meta.url)
      const [, script] = new RegExp(`^<!-- ${name} -->\n(.+?)\`\`\``, 'ms').exec(
        await readFile(page, 'utf8'),
      )!
      return open({
        options: { consent: 'wait' },
        head: `<script src="/polaris.js" defer></script>${script}`,
        before,
      })
    }
  },
)

async function expectNothing(school: OpenSchool): Promise<void> {
  await school.catchUp()
  expect(school.posts).toEqual([])
  expect(await school.context.cookies()).toEqual([])
  expect(await school.page.evaluate(() => localStorage.length)).toBe(0)
}
