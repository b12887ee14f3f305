import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { type OpenSchool, TRACKER_TAG, until, useSchools } from './use-schools.ts'

const TURBO = readFileSync(fileURLToPath(import.meta.resolve('@hotwired/turbo')), 'utf8')

const form = (message: string) =>
  `<main>${message}<form data-track="Lead" action="/contact" method="post">
    <input name="email" autocomplete="email" value="anna@school.example"><button>Send</button></form></main>`

describe.concurrent('Turbo, in Chromium', () => {
  const { open } = useSchools()

  /** Opens a site whose server has refused two submissions with a 422. It accepts the third one, with a redirect. */
  async function openApp(): Promise<OpenSchool> {
    const school = await open({
      head: `<script type="module" src="/turbo.js"></script>${TRACKER_TAG}`,
      body: form(''),
      scripts: { '/turbo.js': TURBO },
      options: { declarative: true, singlePage: true },
      // On a slow machine, the lock of a form would end before the second submission.
      before: `const { setTimeout } = window
        window.setTimeout = (work, ms) => (ms === 10_000 ? 0 : setTimeout(work, ms))`,
    })
    let submissions = 0
    await school.page.route('**/contact', async (route) => {
      submissions++
      const body = `<!doctype html><title>School</title><body>${form(`Refused ${submissions}`)}`
      if (submissions < 3) await route.fulfill({ status: 422, contentType: 'text/html', body })
      else await route.fulfill({ status: 303, headers: { Location: '/next' } })
    })
    await until(() => school.posts.length === 1)
    for (let n = 1; n < 3; n++) {
      await school.page.getByRole('button').click()
      await school.page.getByText(`Refused ${n}`).waitFor()
    }
    return school
  }

  it('submits a form that it renders again after a 422, and the Lead counts once', async () => {
    const school = await openApp()
    expect(await school.finish(2)).toEqual(['Lead', 'PageView'])
  })

  it('follows the redirect after a form and links, and each page that a visitor sees counts once', async () => {
    const school = await openApp()
    await school.page.getByRole('button').click()
    // A page that Turbo leaves before it has rendered it is no page view.
    await until(() => school.events('PageView').length === 2)
    await school.page.evaluate(() => (window as any).Turbo.visit('/'))
    await until(() => school.events('PageView').length === 3)
    await school.catchUp()
    const paths = school
      .events('PageView')
      .map((event) => new URL(event.event_source_url!).pathname)
    expect(paths).toEqual(['/', '/next', '/'])
    expect(school.events('Lead')).toHaveLength(1)
    await school.close()
  })
})
