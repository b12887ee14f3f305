import { readFileSync } from 'node:fs'

import { sha256Hex } from '@conversion-capi/core/pii'
import { describe, expect, it } from 'vitest'

import { type OpenSchool, type SchoolSetUp, TRACKER_TAG, until, useSchools } from './use-schools.ts'

const PAGE = readFileSync(new URL('../../../docs/guides/site-builders.md', import.meta.url), 'utf8')
/** The page's code samples, by the name in their first line. */
const SAMPLES = new Map(
  [...PAGE.matchAll(/^```html\n<!-- (.+?) -->\n(.+?)^```/gms)].map(
    ([, name, code]) => [name!, code!] as const,
  ),
)
const PIXEL = { id: '1234567890', src: '/fbevents.js', advancedMatching: true }
const PATH = '/builder/forms'

/** Wix's script, which calls the registered functions with each event of the site. */
const WIX_SCRIPT = `<script>
  const handlers = []
  window.wixDevelopersAnalytics = { register: (id, handler) => handlers.push(handler) }
  window.report = (...event) => handlers.forEach((handler) => handler(...event))
  dispatchEvent(new Event('wixDevelopersAnalyticsReady'))
  report('PageView', { pageTitle: 'School' })
</script>`

/** A form that Wix accepts if its endpoint exists. It clears the fields before it reports the Lead. */
const WIX_FORM = `<form>
    <label>Email <input type="email" name="your-email" required></label>
    <label>Phone <input type="tel" name="your-phone"></label>
    <button>Book</button>
  </form><p role="status"></p>${WIX_SCRIPT}
  <script>
    document.addEventListener('submit', async (event) => {
      event.preventDefault()
      const form = event.target
      const status = document.querySelector('[role=status]')
      status.textContent = ''
      const body = new URLSearchParams(new FormData(form))
      const { ok } = await fetch('/builder/forms', { method: 'POST', body })
      if (ok) form.reset()
      if (ok) report('Lead', { formId: 'comp-jx1lbcv3', origin: 'Wix Forms' })
      status.textContent = ok ? 'Sent' : 'Rejected'
    })
  </script>`

it('all code samples of the pages are tested', () => {
  expect([...SAMPLES.keys()]).toEqual(['Wix', 'Thank-you page'])
})

describe.concurrent('the code for Wix, in Chromium', () => {
  const schools = useSchools()

  it('tracks an accepted form once, with the hashes, and leaves the form to the platform', async () => {
    const school = await open()
    const sent = collectSent(school)
    school.scripts[PATH] = ''
    await fill(school, 'Anna@school.example', '+48 601 234 567')
    await submit(school, 'Sent')
    const formData = 'your-email=Anna%40school.example&your-phone=%2B48+601+234+567'
    expect(sent.toPlatform).toEqual([formData])
    await until(() => school.posts.length > 0)
    const [lead, ...others] = school.events()
    expect(others).toEqual([])
    const hashes = { em: sha256Hex('anna@school.example'), ph: sha256Hex('48601234567') }
    expect(lead).toMatchObject({ event_name: 'Lead', user_data: hashes })
    expect(await callsOfPixel(school)).toEqual([
      ['init', PIXEL.id, hashes],
      ['track', 'Lead', {}, { eventID: lead!.event_id }],
    ])
    expect(sent.elsewhere).not.toMatch(/anna|601.?234.?567/i)
    expect(await school.finish(1)).toEqual(['Lead'])
  })

  it('tracks nothing for a form that the browser or the platform rejects', async () => {
    const school = await open()
    await school.page.getByRole('button').click()
    await fill(school, 'anna@school.example', '')
    await submit(school, 'Rejected')
    expect(school.log.filter((line) => line === `POST ${PATH}`)).toHaveLength(1)
    expect(await callsOfPixel(school)).toEqual([])
    expect(await school.finish(0)).toEqual([])
  })

  it('tracks the values of the attempt that the platform accepts', async () => {
    const school = await open()
    await fill(school, 'ana@school.example', '+48 601 234 567')
    await submit(school, 'Rejected')
    school.scripts[PATH] = ''
    await fill(school, 'anna@school.example', '+48 601 234 567')
    await submit(school, 'Sent')
    await until(() => school.posts.length > 0)
    expect(school.events()[0]!.user_data!['em']).toBe(sha256Hex('anna@school.example'))
    expect(await school.finish(1)).toEqual(['Lead'])
  })

  it('sends nothing before consent', async () => {
    const school = await open({ options: { consent: 'wait' } })
    const sent = collectSent(school)
    school.scripts[PATH] = ''
    await fill(school, 'anna@school.example', '+48 601 234 567')
    await submit(school, 'Sent')
    await school.catchUp()
    expect(school.posts).toEqual([])
    expect(sent.elsewhere).not.toMatch(/fbevents|functions/)
    expect(await school.context.cookies()).toEqual([])
    expect(await school.page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
    await school.page.evaluate(() => (window as any).school.consent(true))
    await until(() => school.posts.length > 0)
    expect(school.events()[0]!.user_data!['em']).toBe(sha256Hex('anna@school.example'))
    expect(await school.finish(1)).toEqual(['Lead'])
  })

  it('does not disturb the platform if the tracker is blocked', async () => {
    const head = `${SAMPLES.get('Wix')!}<i id="school"></i>`
    const school = await open({ head })
    school.scripts[PATH] = ''
    await fill(school, 'anna@school.example', '')
    await submit(school, 'Sent')
    expect(await school.finish(0)).toEqual([])
  })

  async function open(setUp: SchoolSetUp = {}): Promise<OpenSchool> {
    const school = await schools.open({
      head: TRACKER_TAG + SAMPLES.get('Wix')!,
      body: `<main>${WIX_FORM}</main>`,
      ...setUp,
      options: { name: 'school', pageView: false, pixel: PIXEL, ...setUp.options },
    })
    school.scripts['/fbevents.js'] =
      'fbq.calls = []; fbq.callMethod = (...call) => fbq.calls.push(call)'
    await school.go('/next')
    await school.catchUp()
    return school
  }

  function callsOfPixel(school: OpenSchool): Promise<unknown[][]> {
    return school.page.evaluate(() => (window as any).fbq.calls)
  }
})

describe.concurrent('the code for a thank-you page and for Wix, in Chromium', () => {
  const { open } = useSchools()

  it('listens to Wix if its script was loaded first', async () => {
    const school = await open({
      head: WIX_SCRIPT + TRACKER_TAG + SAMPLES.get('Wix')!,
      options: { name: 'school', pageView: false },
    })
    await school.page.evaluate(() => (window as any).report('Lead', {}))
    await until(() => school.posts.length > 0)
    expect(await school.finish(1)).toEqual(['Lead'])
  })

  it.each(['click', 'dblclick'] as const)(
    "tracks a form of Wix once, without another form's email: %s",
    async (send) => {
      const school = await open({
        head: TRACKER_TAG + SAMPLES.get('Wix')!,
        body: `<form id="newsletter"><input type="email"><button>Subscribe</button></form>
        <form><input type="tel" value="+48 601 234 567"><button>Call me</button></form>
        ${WIX_SCRIPT}<script>
          addEventListener('submit', (event) => {
            event.preventDefault()
            fetch('/next').then(() => {
              event.target.reset()
              report('Lead', {})
              document.title += ' sent'
            })
          })
        </script>`,
        options: { name: 'school', pageView: false },
      })
      await school.page.locator('[type=email]').fill('anna@school.example')
      await school.page.getByText('Call me')[send]()
      await school.page.waitForFunction(
        (times) => document.title.endsWith(' sent'.repeat(times)),
        send === 'click' ? 1 : 2,
      )
      expect(await school.finish(1)).toEqual(['Lead'])
      expect(school.events()[0]!.user_data).toMatchObject({ ph: sha256Hex('48601234567') })
      expect(school.events()[0]!.user_data).not.toHaveProperty('em')
    },
  )

  it('tracks a visit of a thank-you page, but not a reload and not a return with the back button', async () => {
    const school = await open({ options: { name: 'school', pageView: false } })
    const html = school.pages['/']!
    school.pages['/thanks'] = html.replace('<body>', `${SAMPLES.get('Thank-you page')!}$&`)
    await school.page.evaluate(() => location.assign('/thanks'))
    await until(() => school.posts.length === 1)
    await school.page.reload()
    await school.go('/next')
    await school.page.goBack()
    expect(new URL(school.page.url()).pathname).toBe('/thanks')
    await school.catchUp()
    expect(school.posts).toHaveLength(1)
    await school.go('/thanks')
    expect(await school.finish(2)).toEqual(['Lead', 'Lead'])
  })
})

describe.concurrent('the forms of WordPress, in Chromium', () => {
  const { open } = useSchools()
  const FORMS: Record<string, string> = {
    lead: '<form>',
    // elementor-pro, modules/forms/widgets/login.php
    'Elementor Pro, login': '<form class="elementor-login elementor-form" action="/wp-login.php">',
    // forminator, 35cb144, library/modules/custom-forms/front/front-render.php: 2315
    'Forminator, login': '<form><input type="hidden" name="form_type" value="login">',
    'Forminator, registration': '<form><input type="hidden" name="form_type" value="registration">',
    'WPForms, registration': '<form><input type="password">',
    // woocommerce/woocommerce, 06ee28e, plugins/woocommerce/templates/myaccount/form-login.php
    'WooCommerce, registration':
      '<form class="woocommerce-form woocommerce-form-register register">',
    comment: '<form action="https://school.example/wp-comments-post.php" id="commentform">',
    search: '<form role="search" class="search-form">',
  }

  it('tracks no logins, registrations, comments and searches, even after a lead', async () => {
    const forms = Object.entries(FORMS).map(
      ([name, form]) => `${form}<input type="hidden" name="action" value="send">
        <input type="hidden" name="manager_phone" value="+48 22 000 00 00">
        <label>Telegram <input name="telegram" value="79990000000"></label>
        <label>Numer telefonu <input name="input_2" value="+48 601 234 567"></label>
        <input type="email" value="anna@school.example"><button>${name}</button></form>`,
    )
    const school = await open({
      body: forms.join(''),
      options: { platform: 'wordpress', pageView: false },
    })
    await school.page.evaluate(() =>
      addEventListener('submit', (event) => {
        event.preventDefault()
        if (event.submitter!.textContent !== 'lead') dispatchEvent(new Event('wpcf7mailsent'))
      }),
    )
    for (const name of Object.keys(FORMS)) {
      await school.page.getByRole('button', { name, exact: true }).click()
    }
    await school.catchUp()
    expect(school.posts).toEqual([])
    await school.page.getByRole('button', { name: 'lead' }).click()
    await school.page.evaluate(() => dispatchEvent(new Event('wpcf7mailsent')))
    await until(() => school.posts.length > 0)
    expect(school.events()[0]!.user_data).toMatchObject({
      em: sha256Hex('anna@school.example'),
      ph: sha256Hex('48601234567'),
    })
    expect(await school.finish(1)).toEqual(['Lead'])
  })
})

async function fill({ page }: OpenSchool, email: string, phone: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill(phone)
}

async function submit({ page }: OpenSchool, message: 'Sent' | 'Rejected'): Promise<void> {
  await page.getByRole('button').click()
  await page.getByText(message).waitFor()
}

/** Collects what leaves the browser: the requests of the platform, and the URLs and bodies of all others. */
function collectSent({ page }: OpenSchool): { toPlatform: unknown[]; elsewhere: string } {
  const sent = { toPlatform: [] as unknown[], elsewhere: '' }
  page.on('request', (request) => {
    if (request.url().endsWith(PATH)) sent.toPlatform.push(request.postData())
    else sent.elsewhere += `${decodeURIComponent(request.url())}\n${request.postData()}\n`
  })
  return sent
}
