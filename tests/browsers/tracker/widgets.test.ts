import { readFileSync } from 'node:fs'

import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

import { type OpenSchool, type SchoolSetUp, TRACKER_TAG, useSchools } from './use-schools.ts'

const CAL = readFileSync(
  new URL(import.meta.resolve('@calcom/embed-core/dist/embed/embed.js')),
  'utf8',
)
const TYPEFORM = readFileSync(
  new URL(import.meta.resolve('@typeform/embed/build/embed.js')),
  'utf8',
)

/**
 * What a frame of each origin posts. The forms themselves are not published: `widgets.ts` of the tracker names the sources. If
 * the page has a package's component, the messages are counted by its own code, which must take them for a submission.
 */
const WIDGETS = {
  'cal.com': {
    origin: 'https://app.cal.com',
    event: 'Schedule',
    // The real script, which creates the frame.
    page: `<div id="calendar"></div>
      <script>(window.Cal = (...call) => Cal.q.push(call)).q = []; Cal.ns = {}</script>
      <script>${CAL}</script>
      <script>
        Cal('init', { origin: 'https://app.cal.com' })
        Cal('inline', { elementOrSelector: '#calendar', calLink: 'school/trial' })
      </script>`,
    data: {
      originator: 'CAL',
      type: 'bookingSuccessfulV2',
      namespace: '',
      fullType: 'CAL::bookingSuccessfulV2',
      data: { uid: 'w1dY9QaVuvP2hqDMC5WqKe', title: 'Trial', paymentRequired: false },
    },
  },
  typeform: {
    origin: 'https://form.typeform.com',
    event: 'Lead',
    page: `<div data-tf-widget="moe6aa"></div><script>${TYPEFORM}</script>`,
    data: { type: 'form-submit', formId: 'moe6aa', responseId: '1qrdsh3h4' },
  },
  calendly: {
    origin: 'https://calendly.com',
    event: 'Schedule',
    page: await component(`import { InlineWidget, useCalendlyEventListener } from 'react-calendly'
      const Widget = () => {
        useCalendlyEventListener({ onEventScheduled: count })
        return createElement(InlineWidget, { url: 'https://calendly.com/school/trial' })
      }`),
    data: {
      event: 'calendly.event_scheduled',
      payload: { invitee: { uri: 'https://api.calendly.com/scheduled_events/A/invitees/B' } },
    },
  },
  hubspot: {
    origin: 'https://meetings-eu1.hubspot.com',
    event: 'Schedule',
    page: '<iframe src="https://meetings-eu1.hubspot.com/school/trial?embed=true"></iframe>',
    data: {
      meetingBookSucceeded: true,
      meetingsPayload: {
        bookingResponse: {
          event: { dateTime: 1764349200000 },
          postResponse: { contact: { email: 'anna@school.example' } },
        },
      },
    },
  },
  tally: {
    origin: 'https://tally.so',
    event: 'Lead',
    page: await component(`import { TallyForm } from 'react-tally'
      const Widget = () => createElement(TallyForm, { formId: 'mVlqJP', onSubmission: count })`),
    data: JSON.stringify({
      event: 'Tally.FormSubmitted',
      payload: {
        id: 'Ekr4',
        formId: 'mVlqJP',
        fields: [{ type: 'INPUT_EMAIL', answer: { value: 'a@b.example' } }],
      },
    }),
  },
  jotform: {
    origin: 'https://form.jotform.com',
    event: 'Lead',
    page: await component(`import Form from 'jotform-react'
      const formURL = 'https://form.jotform.com/90625453177157'
      const Widget = () => createElement(Form, { formURL, onSubmit: count })`),
    data: { action: 'submission-completed', formID: '90625453177157' },
  },
  fillout: {
    origin: 'https://embed.fillout.com',
    event: 'Lead',
    page: await component(`import { FilloutStandardEmbed } from '@fillout/react'
      const Widget = () => createElement(FilloutStandardEmbed, { filloutId: 'abc', onSubmit: count })`),
    data: { type: 'form_submit', embedId: 'EMBED', submissionUuid: '6d2e' },
  },
  leadconnector: {
    origin: 'https://api.leadconnectorhq.com',
    event: 'Schedule',
    page: '<iframe src="https://api.leadconnectorhq.com/widget/booking/b"></iframe>',
    data: ['msgsndr-booking-complete', { fingerprint: 'a', calendarId: 'b' }],
  },
} as const
type Widget = keyof typeof WIDGETS
const NAMES = Object.keys(WIDGETS) as Widget[]
const PIXEL = { id: '1234567890', src: '/fbevents.js' }

describe('a widget in a frame, in Chromium', () => {
  const schools = useSchools()

  it.each(NAMES)('%s is tracked once, also after a reload and a return', async (name) => {
    const { event, page } = WIDGETS[name]
    const school = await openWidget(schools, name, page)
    await report(school)
    const [{ event_id: eventID } = {}] = school.events()
    const calls = await school.page.evaluate(() => (window as any).fbq.calls)
    expect(calls.slice(1)).toEqual([['track', event, {}, { eventID }]])
    await school.page.reload()
    await report(school)
    await school.go('/empty')
    await school.page.goBack()
    await report(school)
    expect(await school.finish(1)).toEqual([event])
  })

  it.each(NAMES)('%s is not tracked from another origin, or without consent', async (name) => {
    const { origin, page } = WIDGETS[name]
    const others = [`${origin}.evil.example`, origin.replace(/\w+\.\w+$/, 'evil-$&')]
    const frames = others.map((other) => `<iframe src="${other}/"></iframe>`).join('')
    const school = await openWidget(schools, name, frames)
    await report(school)
    expect(await school.finish(0)).toEqual([])
    const asked = await openWidget(schools, name, page, { consent: 'wait' })
    await report(asked)
    await asked.page.evaluate(() => (window as any).polaris.consent(false))
    await asked.catchUp()
    expect(await asked.page.evaluate(() => sessionStorage.length)).toBe(0)
    expect(await asked.finish(0)).toEqual([])
  })

  it('takes its event and data from its container, on which clicks do not count', async () => {
    const { page } = WIDGETS['cal.com']
    const track = `data-track="Contact" data-track-data='{"value":20}' style="padding:9px"`
    const tagged = page.replace('id="calendar"', (id) => `${id} ${track}`)
    const school = await openWidget(schools, 'cal.com', tagged)
    await report(school)
    await school.page.locator('#calendar').click({ position: { x: 2, y: 2 } })
    await school.catchUp()
    expect(school.events()).toMatchObject([{ event_name: 'Contact', custom_data: { value: 20 } }])
    expect(await school.finish(1)).toEqual(['Contact'])
  })
})

/** Bundles a React component that calls `count` for each submission. */
async function component(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `${code}
        import { createElement } from 'react'
        import { createRoot } from 'react-dom/client'
        const count = () => (window.reports = (window.reports ?? 0) + 1)
        createRoot(document.querySelector('#widget')).render(createElement(Widget))`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  })
  const script = outputFiles[0]!.text.replaceAll('</script', String.raw`<\/script`)
  return `<div id="widget"></div><script>${script}</script>`
}

/** Opens a page whose frames, of every origin, post the widget's data twice. */
async function openWidget(
  { open }: ReturnType<typeof useSchools>,
  platform: Widget,
  body: string,
  options: SchoolSetUp['options'] = {},
): Promise<OpenSchool> {
  const school = await open({
    head: '',
    options: { pageView: false, declarative: true, pixel: PIXEL, platform, ...options },
  })
  const json = JSON.stringify(WIDGETS[platform].data)
  await school.context.route(/^https:/, (route) =>
    route.request().resourceType() === 'document'
      ? route.fulfill({
          contentType: 'text/html',
          // Fillout's component ignores the messages of other frames.
          body: `<script>
            const embedId = new URLSearchParams(location.search).get('fillout-embed-id')
            const data = JSON.parse(${JSON.stringify(json)}.replace('EMBED', embedId))
            for (const _ of [1, 2]) parent.postMessage(data, '*')
          </script>`,
        })
      : route.abort(),
  )
  const count = body.includes('id="widget"')
    ? ''
    : `<script>addEventListener('message', ({ source }) => {
    if (source !== window) window.reports = (window.reports ?? 0) + 1
  })</script>`
  school.pages['/next'] = `<!doctype html><title>School</title>${count}${TRACKER_TAG}<body>${body}`
  school.scripts['/fbevents.js'] =
    'fbq.calls = [...fbq.queue]; fbq.callMethod = (...call) => fbq.calls.push(call)'
  await school.go('/next')
  return school
}

/** Waits until the page has received the messages of its frame. */
async function report(school: OpenSchool): Promise<void> {
  await school.page.waitForFunction(
    () => (window as any).reports >= 2 && ((window as any).fbq?.calls || !(window as any).fbq),
  )
  await school.catchUp()
}
