import { brotliCompressSync } from 'node:zlib'

import { parseVisitor } from '@conversion-capi/core'
import { sha256Hex } from '@conversion-capi/core/pii'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { createVisitor, type FakePage, openPage, type PageSetUp } from './open-page.fixture.ts'
import type { TrackedPlatform, TrackerOptions } from './options.ts'
import type { Widget } from './widgets.ts'

const OPTIONS: TrackerOptions = { name: 'polaris', declarative: true, pixel: { id: '1234567890' } }
const FIELDS = [
  { name: 'Email', type: 'email', value: 'anna@school.example' },
  { name: 'tildaspec-phone-part[]', type: 'tel', value: '(912) 000-00-00' },
]
/** Tilda's hidden field with the complete number. */
const MASKED = '+7 (912) 000-00-00'
const EMAIL = 'anna@school.example'
const PHONE = '+48 601 234 567'
const NAMED = {
  em: sha256Hex(EMAIL),
  ph: sha256Hex('48601234567'),
  fn: sha256Hex('anna'),
  ln: sha256Hex('nowak'),
}
const CONTACTS = { em: sha256Hex('anna@school.example'), ph: sha256Hex('79120000000') }

describe('platform: tilda', () => {
  // miralitys/shynlicleaningservice, bc80ee1, js/tilda-forms-1.0.min.js (Tilda 02.001), formatted by esbuild: lines
  // 1011 (price), 1028 (beforesend), 1064 (Tilda's own event), 1084 (aftersuccess); js/tilda-events-1.0.min.js: 67-69.
  const tilda = ({
    price = '',
    masked = MASKED,
    isTagged = false,
    globals = {},
    ...setUp
  }: TildaPage = {}) => {
    const records = new FakeElement()
    const hidden = { value: '' }
    const fields: Record<string, object | ''> = {
      '.js-tilda-price': price && { value: price },
      '.js-phonemask-result': { value: masked },
    }
    const form = {
      elements: FIELDS,
      querySelector: (selector: string) => fields[selector] || null,
      matches: () => isTagged,
    }
    const page = openPage({
      ...setUp,
      script: buildTracker({ ...OPTIONS, platform: 'tilda', ...setUp.options }),
      globals: { setTimeout: (run: () => void) => run(), ...globals },
      document: {
        querySelector: (selector: string) => (selector === '#allrecords' ? records : null),
        getElementsByName: () => [hidden],
      },
    })
    /** What Tilda's scripts do when the visitor sends a form, and its server responds. */
    const send = (isAccepted: boolean) => {
      page.emit('tildaform:beforesend', { target: form })
      if (isAccepted && records.attributes['data-fb-event'] !== 'nosend')
        page.window['fbq']('track', 'Lead')
      page.emit(isAccepted ? 'tildaform:aftersuccess' : 'tildaform:aftererror', { target: form })
    }
    return { page, records, hidden, send }
  }

  it('sends one Lead with hashed contacts for an accepted form, and turns off the copy of Tilda', () => {
    const { page, send } = tilda()
    send(false)
    expect(page.sent('Lead')).toEqual([])
    send(true)
    const [lead, ...others] = page.sent('Lead')
    expect(others).toEqual([])
    expect(lead!.user_data).toMatchObject(CONTACTS)
    const hits = page.hits.filter(([, name]) => name === 'Lead')
    expect(hits).toEqual([['track', 'Lead', {}, { eventID: lead!.event_id }]])
  })

  it('turns off the events of Tilda before the first form, even if the records come after the script', () => {
    const { page, records } = tilda()
    records.attributes = {}
    page.emit('DOMContentLoaded')
    expect(records.attributes).toEqual({ 'data-fb-event': 'nosend' })
  })

  it('leaves a form with data-track to the attribute, which counts it even if another script sends it', () => {
    const { page, send } = tilda({ isTagged: true })
    send(true)
    expect(page.sent('Lead')).toEqual([])
  })

  it('reads no phone number from the mask of an empty field', () => {
    const { page, send } = tilda({ masked: '+7 (' })
    send(true)
    expect(page.sent('Lead')[0]!.user_data).toMatchObject({ ph: sha256Hex('9120000000') })
  })

  it.each([
    ['in a field', { price: '240.00' }],
    ['in the cart', { globals: { tildaForm: { tildapayment: { amount: '240' } } } }],
  ])('sends InitiateCheckout for a form with a price %s', (_, setUp) => {
    const { page, send } = tilda(setUp)
    send(true)
    expect(page.sent('Lead')).toEqual([])
    const data = { value: 240, currency: 'EUR' }
    expect(page.sent('InitiateCheckout')).toMatchObject([{ custom_data: data }])
  })

  it('keeps the Lead of a form that is sent before the visitor consents', () => {
    const { page, send } = tilda({ options: { consent: 'wait' } })
    send(true)
    expect(page.posts).toEqual([])
    page.tracker.consent(true)
    expect(page.sent('Lead')).toMatchObject([{ user_data: CONTACTS }])
  })

  it('writes the cookies of a visitor who has consented into capi_visitor', () => {
    const { page, hidden } = tilda({ options: { consent: 'wait' } })
    page.emit('click')
    expect(hidden.value).toBe('')
    page.tracker.consent(true)
    page.emit('click')
    const visitor = parseVisitor(JSON.parse(hidden.value))
    expect(visitor!.user_data).toEqual({ fbp: page.visitor.cookies['_fbp'] })
    page.tracker.consent(false)
    page.emit('click')
    expect(hidden.value).toBe('')
  })

  // tilda-stat-1.0.js reads the cookies. Tilda's own tag of the pixel has data-tilda-cookie-type="advertising".
  it.each([
    [{ t_cookiesCategories: '%5B%22advertising%22%5D' }, 0],
    [{ t_cookiesConsentGiven: 'true', t_cookiesCategories: '%5B%22analytics%22%5D' }, 0],
    [{ t_cookiesConsentGiven: 'true', t_cookiesCategories: '%5B%22advertising%22%5D' }, 1],
  ])('reads the decision in the cookie block after a click: %j', (cookies, sent) => {
    const { page } = tilda({ options: { consent: 'wait' } })
    Object.assign(page.visitor.cookies, cookies)
    page.emit('click')
    expect(page.sent('PageView')).toHaveLength(sent)
  })

  it('sends one Lead if the page includes the script twice', () => {
    const { page, send } = tilda()
    page.run(buildTracker({ ...OPTIONS, platform: 'tilda' }))
    send(true)
    expect(page.sent('Lead')).toHaveLength(1)
  })
})

type Trigger = (page: FormPage) => void
const viaJQuery =
  (type: string, ...details: unknown[]): Trigger =>
  ({ listeners }) => {
    for (const [types, listener] of listeners) {
      if (types.split(' ').includes(type)) listener({ type }, ...details)
    }
  }
const gravity =
  (data: object): Trigger =>
  ({ filters }) => {
    const submission = { submissionResult: { data } }
    expect(filters['gform/ajax/post_ajax_submission']!(submission)).toBe(submission)
  }
const webflow = (code: number, url = 'https://webflow.com/api/v1/form/68a4'): Trigger =>
  viaJQuery('ajaxComplete', { responseJSON: { code } }, { url })

// The repositories are WordPressBugBounty/plugins-*, unless named.
describe.each<[name: string, platform: TrackedPlatform, accepted: Trigger, rejected: Trigger]>([
  // contact-form-7, 08c3bfa, includes/js/index.js: 138
  [
    'Contact Form 7',
    'wordpress',
    ({ emit }) => emit('wpcf7mailsent'),
    ({ emit }) => emit('wpcf7spam'),
  ],
  // fluentform, 2b26628, assets/js/form-submission.js: 158
  [
    'Fluent Forms',
    'wordpress',
    ({ emit }) => emit('fluentform_submission_success'),
    ({ emit }) => emit('fluentform_submission_failed'),
  ],
  // wpforms-lite, 8f7494a, assets/js/frontend/wpforms.js: 3710
  [
    'WPForms',
    'wordpress',
    viaJQuery('wpformsAjaxSubmitSuccess'),
    viaJQuery('wpformsAjaxSubmitFailed'),
  ],
  // fastandstatic/cfc-static, abd93c7, wp-content/plugins/elementor-pro/assets/js/form.*.bundle.js: 239
  ['Elementor Pro', 'wordpress', viaJQuery('submit_success'), viaJQuery('error')],
  // forminator, 35cb144, assets/js/front/front.submit.js: 596
  [
    'Forminator',
    'wordpress',
    viaJQuery('forminator:form:submit:success'),
    viaJQuery('forminator:form:submit:failed'),
  ],
  // ninja-forms, 23c86a8, assets/js/min/front-end.js
  [
    'Ninja Forms',
    'wordpress',
    viaJQuery('nfFormSubmitResponse', { response: { errors: [] } }),
    viaJQuery('nfFormSubmitResponse', { response: { errors: { fields: { 1: 'no' } } } }),
  ],
  // LantzBrown/Lawn-LP--XI-Landscaping-2, b8dc699, index.html: 14477, and gravityforms/assets/js/dist/scripts-theme.min.js: 838
  [
    'Gravity Forms, a message in an iframe',
    'wordpress',
    viaJQuery('gform_confirmation_loaded'),
    viaJQuery('gform_post_render'),
  ],
  [
    'Gravity Forms, another page from an iframe',
    'wordpress',
    ({ window, emit }) => {
      window['gformRedirect'] = () => {}
      emit('beforeunload')
    },
    ({ emit }) => emit('beforeunload'),
  ],
  [
    'Gravity Forms, AJAX with a message',
    'wordpress',
    gravity({ confirmation_markup: '<p>' }),
    gravity({ form_markup: '<form>' }),
  ],
  [
    'Gravity Forms, AJAX with another page',
    'wordpress',
    gravity({ confirmation_redirect: '/thanks' }),
    gravity({ page_markup: '<div>' }),
  ],
  // Keystone-Academy-Education/keystoneacademy, 3f2bfa8, js/webflow-script-2.js: 13-15
  ['Webflow', 'webflow', webflow(200), webflow(400)],
  ['Webflow, among other requests', 'webflow', webflow(200), webflow(200, '/search')],
])('platform: %s', (_, platform, accepted, rejected) => {
  it('sends one Lead with hashed contacts after the server has accepted the form', () => {
    const page = openFormPage(platform)
    page.click()
    rejected(page)
    expect(page.sent('Lead')).toEqual([])
    page.click()
    page.click()
    page.form.elements = []
    accepted(page)
    accepted(page)
    expect(page.sent('Lead')).toMatchObject([{ user_data: CONTACTS }])
  })
})

/** Opens a page whose jQuery loads after the tracker. */
function openFormPage(platform: TrackerOptions['platform']) {
  const page = openPage({
    script: buildTracker({ ...OPTIONS, ...(platform && { platform }) }),
    document: { getElementsByName: () => [], cookie: '' },
  })
  const listeners: [types: string, listener: (...args: unknown[]) => void][] = []
  const filters: Record<string, (submission: object) => object> = {}
  const form: { elements: object[]; matches: () => boolean; querySelector: () => null } = {
    elements: [FIELDS[0]!, { name: 'phone', type: 'tel', value: '+7 (912) 000-00-00' }],
    matches: () => false,
    querySelector: () => null,
  }
  const target = { closest: () => ({ form }) }
  page.window['jQuery'] = () => ({
    on: (...listener: (typeof listeners)[0]) => listeners.push(listener),
  })
  const addFilter = (name: string, filter: (submission: object) => object) =>
    (filters[name] = filter)
  page.window['gform'] = { utils: { addFilter } }
  const click = () => page.emit('click', { target })
  return { ...page, form, listeners, filters, click }
}

type FormPage = ReturnType<typeof openFormPage>

/** What each widget posts: one message per booking or form, as the sources in `widgets.ts` describe it. */
const MESSAGES: Record<Widget, Message[]> = {
  calendly: [
    booking('https://calendly.com', {
      event: 'calendly.event_scheduled',
      payload: {
        event: { uri: 'https://api.calendly.com/scheduled_events/AAAA' },
        invitee: { uri: 'https://api.calendly.com/scheduled_events/AAAA/invitees/BBBB' },
      },
    }),
  ],
  'cal.com': ['com', 'eu'].map((domain) =>
    booking(`https://app.cal.${domain}`, {
      originator: 'CAL',
      type: 'bookingSuccessfulV2',
      namespace: '',
      fullType: 'CAL::bookingSuccessfulV2',
      data: { uid: `w1dY9QaVuvP2hqDMC5${domain}`, title: 'Trial lesson', status: 'ACCEPTED' },
    }),
  ),
  hubspot: [
    {
      origin: 'https://www.school.example',
      data: {
        type: 'hsFormCallback',
        eventName: 'onFormSubmitted',
        id: 'd164c3b6',
        data: {
          conversionId: '7a1b',
          formGuid: 'd164c3b6',
          submissionValues: { email: EMAIL, phone: PHONE, firstname: 'Anna', lastname: 'Nowak' },
        },
      },
      sent: ['Lead', NAMED],
    },
    booking(
      'https://meetings-eu1.hubspot.com',
      {
        meetingBookSucceeded: true,
        meetingsPayload: {
          bookingResponse: {
            event: { dateTime: 1764349200000 },
            postResponse: {
              organizer: { email: 'teacher@school.example' },
              contact: { email: EMAIL, firstName: 'Anna', lastName: 'Nowak' },
            },
          },
        },
      },
      { em: NAMED.em, fn: NAMED.fn, ln: NAMED.ln },
    ),
  ],
  tally: [
    {
      origin: 'https://tally.so',
      data: JSON.stringify({
        event: 'Tally.FormSubmitted',
        payload: {
          id: 'Ekr4',
          respondentId: 'dWB',
          formId: 'mVlqJP',
          fields: [
            { id: '1', title: 'Name', type: 'INPUT_TEXT', answer: { value: 'Anna' } },
            { id: '2', title: 'E-mail', type: 'INPUT_EMAIL', answer: { value: EMAIL } },
            { id: '3', title: 'Tel', type: 'INPUT_PHONE_NUMBER', answer: { value: PHONE } },
            { id: '4', title: 'Your tel', type: 'INPUT_PHONE_NUMBER', answer: { value: PHONE } },
          ],
        },
      }),
      sent: ['Lead', { em: NAMED.em, ph: NAMED.ph }],
    },
  ],
  jotform: [
    {
      origin: 'https://submit.jotform.com',
      data: { action: 'submission-completed', formID: '90625453177157' },
    },
  ],
  typeform: [
    { origin: 'https://form.typeform.com', data: { type: 'form-submit', responseId: '1' } },
  ],
  fillout: [
    {
      origin: 'https://embed.fillout.com',
      data: { type: 'form_submit', embedId: '123', submissionUuid: '6d2e' },
    },
  ],
  leadconnector: [
    booking('https://api.leadconnectorhq.com', [
      'msgsndr-booking-complete',
      { fingerprint: 'a', calendarId: 'b' },
    ]),
  ],
}

function openWidget(platform: Widget, { options, frames = [], ...setUp }: WidgetPage = {}) {
  return openPage({
    script: buildTracker({ ...OPTIONS, platform: [platform, 'webflow'], ...options }),
    document: { querySelectorAll: () => frames },
    ...setUp,
  })
}

interface WidgetPage extends PageSetUp {
  options?: Partial<TrackerOptions>
  frames?: object[]
}

function leadsAndBookings(page: FakePage) {
  return page.sent().filter(({ event_name }) => event_name !== 'PageView')
}

describe.each(Object.entries(MESSAGES))('platform: %s', (platform, messages) => {
  const open = (visitor = createVisitor(), sessionStorage = {}, options = {}) =>
    openWidget(platform as Widget, { options, visitor, globals: { sessionStorage } })
  const emit = (page: FakePage, changes: object = {}) => {
    for (const { origin, data } of messages) page.emit('message', { origin, data, ...changes })
  }

  it('tracks each message once, also after a reload, in both copies with the contacts', () => {
    const visitor = createVisitor()
    const storage = {}
    const page = open(visitor, storage)
    emit(page)
    emit(page)
    emit(open(visitor, storage))
    const sent = leadsAndBookings(page)
    const expected = messages.map(({ sent: [event, hashes] = ['Lead', {}] }) => ({
      event_name: event,
      user_data: { fbp: expect.any(String), ...hashes },
    }))
    expect(sent).toMatchObject(expected)
    expect(sent.map(({ user_data }) => Object.keys(user_data!).sort())).toEqual(
      expected.map(({ user_data }) => Object.keys(user_data).sort()),
    )
    const hits = page.hits.filter(([command, name]) => command === 'track' && name !== 'PageView')
    expect(hits.map(([, , , options]) => options)).toEqual(
      sent.map(({ event_id }) => ({ eventID: event_id })),
    )
    expect(JSON.stringify(storage)).not.toMatch(/anna|601/i)
  })

  it.each([
    'https://evil.example',
    'http://www.school.example',
    'null',
    ...messages.flatMap(({ origin }) => [
      origin.replace('https:', 'http:'),
      `${origin}.evil.example`,
      `${origin}:8443`,
      origin.replace(/\/\/.*?(\w+\.\w+)$/, '//x$1'),
    ]),
  ])('tracks nothing from %s', (origin) => {
    const page = open()
    emit(page, { origin })
    expect(leadsAndBookings(page)).toEqual([])
  })

  it('waits for consent, and forgets the IDs when it is withdrawn', () => {
    const visitor = createVisitor()
    const storage = {}
    const page = open(visitor, storage, { consent: 'wait' })
    emit(page)
    expect([page.posts, storage]).toEqual([[], {}])
    page.tracker.consent(true)
    expect(page.sent()).toHaveLength(messages.length + 1)
    expect(storage).toHaveProperty('capi_widgets')
    page.tracker.consent(false)
    expect(storage).toEqual({})
    const refused = open(visitor, storage, { consent: 'wait' })
    emit(refused)
    refused.tracker.consent(false)
    expect([refused.posts, storage]).toEqual([[], {}])
  })
})

const UID = 'w1dY9QaVuvP2hqDMC5WqKe'
const URI =
  'https://api.calendly.com/scheduled_events/f2a4/invitees/80bc9f0d-5a4e-4f6b-9c55-b2a7c6e0d1f3'

it.each([
  ['calendly', { event: 'calendly.event_scheduled', payload: { invitee: { uri: URI } } }, URI],
  ['cal.com', { type: 'bookingSuccessfulV2', data: { uid: UID } }, UID],
] as const)("ends the ID of %s's webhook with the event ID", (platform, data, id) => {
  const page = openWidget(platform)
  page.emit('message', { origin: MESSAGES[platform][0]!.origin, data })
  const { event_id } = page.sent('Schedule')[0]!
  expect(id.slice(-12)).toBe(event_id)
})

it.each(['calendly', 'cal.com', 'jotform'] as const)(
  'gives a booking of %s without an ID of its own a new event ID',
  (platform) => {
    const sent = [1, 2].map(() => {
      const page = openWidget(platform)
      const [{ origin, data }] = MESSAGES[platform] as [Message]
      page.emit('message', { origin, data: { ...(data as object), payload: {}, data: {} } })
      return page.sent(platform === 'jotform' ? 'Lead' : 'Schedule')[0]!.event_id
    })
    expect(new Set(sent).size).toBe(2)
  },
)

it("tracks a widget on the school's own domain, if the option names it", () => {
  const data = { type: 'bookingSuccessfulV2', data: { uid: UID } }
  for (const own of [[], ['cal.com@book.school.example']]) {
    const page = openWidget('cal.com', { options: { platform: own as TrackedPlatform[] } })
    page.emit('message', { origin: 'https://book.school.example', data })
    page.emit('message', { origin: 'https://book.school.example.evil.example', data })
    expect(page.sent('Schedule')).toHaveLength(own.length)
  }
})

it.each<[name: string, widget: Widget, data: unknown]>([
  ['a new time', 'cal.com', { type: 'rescheduleBookingSuccessfulV2', data: { uid: '1' } }],
  ['a cancellation', 'cal.com', { type: 'bookingCancelled', data: {} }],
  ['a dry run', 'cal.com', { type: 'dryRunBookingSuccessfulV2', data: {} }],
  ['the older copy of a booking', 'cal.com', { type: 'bookingSuccessful', data: {} }],
  ['a chosen time', 'calendly', { event: 'calendly.date_and_time_selected' }],
  ['a form that is sent, but not accepted', 'hubspot', { eventName: 'onFormSubmit', data: [] }],
  ['a page of a form', 'tally', '{"event":"Tally.FormPageView","payload":{"id":"1"}}'],
  ['a height', 'jotform', 'setHeight:539:90625453177157'],
  ['no object', 'typeform', null],
  ['a page of a form', 'fillout', { type: 'page_change', submissionUuid: '1' }],
])('tracks nothing for %s of %s', (_, platform, data) => {
  const page = openWidget(platform)
  for (const { origin } of MESSAGES[platform]) page.emit('message', { origin, data })
  expect(leadsAndBookings(page)).toEqual([])
})

it('drops the email address of a Tally form with two, which can be those of a parent and a child', () => {
  const page = openWidget('tally')
  const fields = [EMAIL, 'ben@school.example'].map((value) => ({
    type: 'INPUT_EMAIL',
    answer: { value },
  }))
  const data = JSON.stringify({ event: 'Tally.FormSubmitted', payload: { id: '1', fields } })
  page.emit('message', { origin: 'https://tally.so', data })
  expect(page.sent('Lead')).toHaveLength(1)
  expect(page.sent('Lead')[0]!.user_data).not.toHaveProperty('em')
})

// A page of the event's documentation: developers.hubspot.com/docs/api-reference/latest/marketing/forms/global-form-events
it("tracks the forms of HubSpot's newer editor, once even if an older script reports them too", async () => {
  const form = {
    getConversionId: () => '7a1b',
    getFormFieldValues: async () => [
      { name: '0-1/email', value: EMAIL },
      { name: '0-2/phone', value: '+48 22 000 00 00' },
    ],
  }
  const page = openWidget('hubspot', {
    globals: { HubSpotFormsV4: { getFormFromEvent: () => form } },
  })
  page.emit('hs-form-event:on-submission:success')
  await page.settle()
  page.emit('message', MESSAGES.hubspot[0]!)
  const [lead, ...others] = page.sent('Lead')
  expect(others).toEqual([])
  expect(lead!.user_data).toMatchObject({ em: NAMED.em })
  expect(lead!.user_data).not.toHaveProperty('ph')
})

// AsadBukharee/tutors.github.io, 3c1b4d2, hbspt-v2.js, an older forms/v2.js: lines 12073-12081 (the message) and 16364
it("tracks the forms of HubSpot's older script, which states neither an ID nor contacts, once in a tab", () => {
  const page = openWidget('hubspot')
  const { origin } = MESSAGES.hubspot[0]!
  const data = { type: 'hsFormCallback', eventName: 'onFormSubmitted', id: 'd164c3b6', data: {} }
  for (const _ of [1, 2]) page.emit('message', { origin, data })
  expect(page.sent('Lead')).toHaveLength(1)
})

it.each([
  ['the frame', { track: 'Contact', trackData: '{"value":20}' }, ['Contact', { value: 20 }]],
  ['unusable data', { track: 'Contact', trackData: '{' }, ['Contact', {}]],
  ['nothing', undefined, ['Lead', {}]],
])('replaces the event and its data with those of %s', (_, dataset, [event, data]) => {
  const frame = { contentWindow: {}, closest: () => dataset && { dataset } }
  const page = openWidget('jotform', { frames: [{ contentWindow: {} }, frame] })
  page.emit('message', { ...MESSAGES.jotform[0], source: frame.contentWindow })
  expect(page.sent()).toMatchObject([{}, { event_name: event, custom_data: data }])
})

it.each(Object.keys(MESSAGES) as Widget[])('adds at most 60 bytes per message of %s', (widget) => {
  const other = widget === 'calendly' ? 'tally' : 'calendly'
  const added =
    size({ ...OPTIONS, platform: [other, widget] }) - size({ ...OPTIONS, platform: other })
  // HubSpot's newer forms need a listener.
  expect(added).toBeLessThanOrEqual(widget === 'hubspot' ? 200 : 60)
})

interface Message {
  origin: string
  data: unknown
  /** Default: a Lead without contacts. */
  sent?: [event: string, hashes: object]
}

function booking(origin: string, data: object, hashes = {}): Message {
  return { origin, data, sent: ['Schedule', hashes] }
}

it.each([
  ['tilda', 850],
  ['wordpress', 1000],
  ['webflow', 845],
  ['calendly', 575],
] as const)('adds at most the bytes for %s: %i', (platform, max) => {
  expect(size({ ...OPTIONS, platform }) - size(OPTIONS)).toBeLessThanOrEqual(max)
})

describe('the fields of a form', () => {
  const [em, ph] = ['anna@school.example', '+7 912 000-00-00']
  const label = (textContent: string) => ({ type: 'text', labels: [{ textContent }] })
  const emails = [
    { type: 'email' },
    { type: 'text', autocomplete: 'section-a billing email' },
    ...['your-email', 'userEmail', 'EMAIL', 'mail_2'].map((name) => ({ type: 'text', name })),
    ...['E-Mail-Adresse', 'Электронная почта', 'البريد الإلكتروني', 'Correo'].map(label),
  ]
  const phones = [
    { type: 'tel', name: 'input_3' },
    { type: 'number', autocomplete: 'tel-national' },
    ...['your-tel', 'contactPhone', 'phonenumber', 'TEL'].map((name) => ({ type: 'text', name })),
    { type: 'text', placeholder: 'WhatsApp' },
    ...['Номер телефона*', 'Téléphone', 'Handynummer', 'رقم الهاتف', 'Móvil'].map(label),
  ]
  /** What other fields contain, and the fields for it. */
  const other = { em: 'office@school.example', ph: '+7 999 999-99-99' }
  const decoys = [
    ...['manager_phone', 'mail_to', 'tel'].flatMap((name) =>
      [other.em, other.ph].map((value) => ({ type: 'hidden', name, autocomplete: 'tel', value })),
    ),
    ...['telegram', 'tell_us_more', 'mailing_address', 'hotel', 'iMailing', 'Телеграм'].flatMap(
      (name) => [other.em, other.ph].map((value) => ({ type: 'text', name, value })),
    ),
    ...['email', 'phone'].flatMap((name) =>
      ['checkbox', 'radio', 'select-one', 'textarea', 'fieldset', 'password'].map((type) => ({
        type,
        name,
        value: other.ph,
      })),
    ),
    ...['', ' ', 'no', 'after 17:00', '000 000 0000', '@anna1234567'].flatMap((value) =>
      [...emails, ...phones].map((field) => ({ ...field, value })),
    ),
    { type: 'tel', name: 'phone', autocomplete: 'postal-code', value: '1234567' },
    { type: 'tel', autocomplete: 'tel-local', value: '9999999' },
    { ...label('Best time for a telephonic call'), value: '1234567' },
  ]

  it('hashes what the visitor typed, with any other fields before and after', () => {
    const fields = fc
      .record({
        email: fc.constantFrom(...emails),
        phone: fc.constantFrom(...phones),
        others: fc.shuffledSubarray(decoys),
        at: fc.tuple(fc.nat(decoys.length), fc.nat(decoys.length)),
      })
      .map(({ email, phone, others, at }) =>
        others
          .toSpliced(at[0], 0, { ...email, value: em })
          .toSpliced(at[1], 0, { ...phone, value: ph }),
      )
    fc.assert(
      fc.property(fields, (elements) => {
        const page = openFormPage('wordpress')
        page.form.elements = elements
        page.click()
        page.emit('wpcf7mailsent')
        expect(page.sent('Lead')).toMatchObject([{ user_data: CONTACTS }])
      }),
    )
  })

  it('prefers a field whose type and name match', () => {
    const page = openFormPage('wordpress')
    page.form.elements = [
      { type: 'tel', name: 'taxpayer_number', value: '7707083893' },
      { type: 'text', name: 'parent_phone', value: other.ph },
      { type: 'tel', name: 'phone', value: ph },
    ]
    page.click()
    page.emit('wpcf7mailsent')
    expect(page.sent('Lead')).toMatchObject([{ user_data: { ph: CONTACTS.ph } }])
  })

  it.each([
    ['none', '', '', undefined],
    ['the one that the visitor wrote twice', '', '', ph],
    ['the first with autocomplete', 'tel', 'tel', other.ph],
    ['the only one with autocomplete', '', 'tel', ph],
  ])('reads of several phone numbers %s', (title, child, parent, expected) => {
    const page = openFormPage('wordpress')
    page.form.elements = [
      {
        type: 'tel',
        name: 'phone_1',
        autocomplete: child,
        value: title.includes('twice') ? ph : other.ph,
      },
      { type: 'tel', name: 'phone_2', autocomplete: parent, value: ph },
    ]
    page.click()
    page.emit('wpcf7mailsent')
    const userData = page.sent('Lead')[0]!.user_data
    expect(userData).toHaveProperty('fbp')
    expect(userData?.ph).toBe(expected && sha256Hex(expected.replaceAll(/\D/g, '')))
  })
})

interface TildaPage extends PageSetUp {
  masked?: string
  price?: string
  /** Whether the form has `data-track`, as `init` adds it to an export. */
  isTagged?: boolean
  options?: Partial<TrackerOptions>
}

class FakeElement {
  attributes: Record<string, string> = {}
  dataset = { tildaCurrency: 'EUR' }
  setAttribute(name: string, value: string): void {
    this.attributes[name] = value
  }
}

function size(options: TrackerOptions): number {
  return brotliCompressSync(buildTracker(options)).length
}
