import { sha256Hex } from '@conversion-capi/core/pii'
import { describe, expect, it } from 'vitest'

import { useSchools } from './use-schools.ts'

const FORM = `<form data-track="Lead" action="/next"><input type="email" name="email">
  <input type="tel" name="phone"><button>Send</button></form>`

describe.concurrent('the contacts of a form with data-track, in Chromium', () => {
  const schools = useSchools()
  const send = async (body: string, email: string) => {
    const school = await schools.open({ body, options: { declarative: true, pageView: false } })
    await school.page.locator('[name=email]').fill(email)
    await school.page.locator('[name=phone]').fill('+49 171 1234567')
    await school.page.locator('button').click()
    return school
  }

  it('reads the only email and the only phone number of a form without autocomplete', async () => {
    const school = await send(FORM, 'Anna@school.example')
    expect(await school.finish(1)).toEqual(['Lead'])
    expect(school.events()[0]!.user_data).toMatchObject({
      em: sha256Hex('anna@school.example'),
      ph: sha256Hex('491711234567'),
    })
  })

  it('reads neither of two emails: it is unknown whose they are', async () => {
    const school = await send(
      FORM.replace(
        '<button',
        '<input type="email" name="child" value="ben@school.example"><button',
      ),
      'anna@school.example',
    )
    expect(await school.finish(1)).toEqual(['Lead'])
    expect(school.events()[0]!.user_data).not.toHaveProperty('em')
    expect(school.events()[0]!.user_data).toHaveProperty('ph')
  })

  it('keeps only hashes in the session storage, and deletes them when consent is withdrawn', async () => {
    const school = await send(FORM, 'anna@school.example')
    await school.page.waitForURL('**/next*')
    const read = () => school.page.evaluate(() => sessionStorage['capi_persons'] as string)
    expect(await read()).toMatch(/^[\da-f,]+$/)
    expect(await read()).not.toContain(sha256Hex('anna@school.example'))
    await school.page.evaluate('polaris.consent(false)')
    expect(await read()).toBeUndefined()
    await school.close()
  })
})
