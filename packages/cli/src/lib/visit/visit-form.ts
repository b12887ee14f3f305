import type { Finding } from '@conversion-capi/content'
import type { Place } from '@conversion-capi/meta/terminal'
import type { Locator } from 'playwright-core'

import { FORM_PURPOSES } from '../site/find-forms.ts'
import type { Copy } from './answer-requests.ts'
import { clickOpeners } from './click-openers.ts'
import { fillForm, type Person } from './fill-form.ts'
import { type Journey, settle } from './journey.ts'
import { countEvents, isOfVisitor, judgeContacts, judgeCopies, type Site } from './judge-event.ts'
import { survey, type SurveyedForm } from './survey-page.ts'
import { finding } from './visit-rules.ts'

/** Longer than the tracker waits for signs of a rejection. */
const EVENT_MS = 7000
/** Forms with more steps exist, but a visit ends somewhere. */
const MAX_STEPS = 6

/** Opens the page of a form again, as another visitor. */
export type OpenPage = () => Promise<Journey>

export interface FormVisit {
  findings: Finding[]
  /** The events that Meta counts once, as they should be. */
  events: string[]
}

/** Fills in a form and sends it as a person does: once, in all its steps. Then once more with a double click. */
export async function visitForm(
  form: SurveyedForm,
  openPage: OpenPage,
  createPerson: () => Person,
  site: Site,
  place: Place,
): Promise<FormVisit> {
  const journey = await openPage()
  try {
    const { isSent, copies, typed, rejected } = await sendForm(
      journey,
      form,
      createPerson(),
      site,
      1,
    )
    if (!isSent) return { findings: [finding('form-unreachable', place, {})], events: [] }
    const leaks = journey.traffic.leaks.map(({ field, host, isUrl }) =>
      finding('value-leaked', place, { field, host, place: isUrl ? ', in its URL' : '' }),
    )
    if (copies.length === 0) {
      const silence = judgeSilence(form, site, place).map((each) =>
        rejected ? finding('form-rejects', place, { fields: rejected }) : each,
      )
      return { findings: [...leaks, ...silence], events: [] }
    }
    const findings = [...leaks]
    for (const [event, ofEvent] of Map.groupBy(copies, ({ name }) => name)) {
      const broken = judgeCopies(ofEvent, site, place)
      findings.push(...broken, ...judgeContacts(ofEvent, typed, site, place))
      const count = countEvents(ofEvent)
      if (broken.length === 0 && count > 1) {
        findings.push(finding('event-twice', place, { event, count: String(count), when: '' }))
      }
    }
    if (findings.every(({ level }) => level !== 'error')) {
      findings.push(...(await reload(journey, copies, place)))
      findings.push(...(await sendTwice(form, openPage, createPerson(), site, place)))
    }
    return { findings, events: [...new Set(copies.map(({ name }) => name))] }
  } finally {
    await journey.end()
  }
}

interface Sent {
  isSent: boolean
  /** The copies of the events that the visitor caused. */
  copies: Copy[]
  typed: Map<string, string>
  /** The names of the fields whose values the form rejects. */
  rejected: string
}

async function sendForm(
  journey: Journey,
  { mark, signature }: SurveyedForm,
  person: Person,
  site: Site,
  clickCount: number,
): Promise<Sent> {
  const { page, traffic } = journey
  // Unlike an address, a first name can be a word of the page.
  traffic.typed = new Map([
    ['email address', person.email],
    ['last name', person.lastName],
  ])
  const before = traffic.copies.length
  const copies = (): Copy[] =>
    traffic.copies.slice(before).filter((copy) => isOfVisitor(copy, site))
  const typed = new Map<string, string>()
  let isSent = false
  let shown = ''
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const found = await findForm(journey, { mark, signature }, site.name)
    // Other controls are the next step, and rejected values get another try. The same ones, empty, are the same form after it
    // was sent.
    const controls = found && (await nameControls(found))
    if (!found || controls === undefined || controls === shown) break
    shown = controls
    for (const [kind, value] of await fillForm(found, person)) typed.set(kind, value)
    const hasPhone = typed.get('phone')
    if (hasPhone !== undefined) traffic.typed.set('phone number', hasPhone)
    if (!(await submit(found, clickCount))) break
    isSent = true
    await settle(journey, { until: () => copies().length > 0, maxMs: step === 0 ? 1500 : 1000 })
  }
  // Both copies, and whatever follows them.
  await settle(journey, { until: () => isComplete(copies()), maxMs: EVENT_MS })
  await settle(journey, { maxMs: 1500 })
  const rejected = await page
    .locator('[aria-invalid=true]')
    .evaluateAll((fields) =>
      (fields as HTMLInputElement[]).flatMap(({ name, id, value }) => (value ? name || id : [])),
    )
    .catch(() => [])
  if (copies().length === 0 && isSent) {
    await page.goto('about:blank').catch(() => {})
    await traffic.collectLate().catch(() => {})
  }
  return { isSent, copies: copies(), typed, rejected: rejected.join(', ') }
}

function isComplete(copies: Copy[]): boolean {
  return (
    copies.some(({ source }) => source === 'server') &&
    copies.some(({ source }) => source === 'browser')
  )
}

/** Finds the form again, which a click must have shown if it is hidden. */
async function findForm(
  journey: Journey,
  { mark, signature }: Pick<SurveyedForm, 'mark' | 'signature'>,
  name: string,
): Promise<Locator | undefined> {
  const { page } = journey
  const find = async (): Promise<Locator | undefined> => {
    const { forms } = await survey(page, name).catch(() => ({ forms: [] }))
    const same = forms.filter(
      (each) => each.isVisible && (each.signature === signature || each.mark === mark),
    )
    const found = same.find((each) => each.signature === signature) ?? same[0]
    return found && page.locator(`[data-visit="${found.mark}"]`)
  }
  const found = await find()
  if (found) return found
  for await (const _ of clickOpeners(journey, 1000)) {
    const shown = await find()
    if (shown) return shown
  }
  return undefined
}

/** The visible controls that a visitor fills in. */
function nameControls(form: Locator): Promise<string | undefined> {
  return form
    .evaluate((element) =>
      [...element.querySelectorAll<HTMLInputElement>('input, textarea, select')]
        .filter(
          (field) =>
            !/^(?:hidden|submit|button|image|reset)$/.test(field.type) && field.checkVisibility(),
        )
        .map(({ name, id, type, placeholder, ariaInvalid, value }) =>
          [name, id, type, placeholder, ariaInvalid === 'true' && value].join(' '),
        )
        .join('\n'),
    )
    .catch(() => undefined)
}

/** Presses the button of a form, or Enter in its last field. */
async function submit(form: Locator, clickCount: number): Promise<boolean> {
  const buttons = form
    .locator(
      'button:not([type=reset]), input[type=submit], input[type=image], input[type=button], [role=button]',
    )
    .filter({ visible: true })
  const submits = form
    .locator('button:not([type=button], [type=reset]), input[type=submit], input[type=image]')
    .filter({ visible: true })
  const id = await form.getAttribute('id').catch(() => null)
  const outside =
    id === null ? undefined : form.page().locator(`[form="${id}"]:is(button, input[type=submit])`)
  const candidates = [submits.last(), ...(outside ? [outside.first()] : []), buttons.last()]
  for (const button of candidates) {
    if (!(await button.isVisible().catch(() => false))) continue
    const isPressed = await button.click({ clickCount, timeout: 3000 }).then(
      () => true,
      () => false,
    )
    if (isPressed) return true
  }
  const field = form.locator('input:not([type=hidden])').filter({ visible: true }).last()
  return field.press('Enter', { timeout: 2000 }).then(
    () => true,
    () => false,
  )
}

function judgeSilence(
  { event, isForm, purpose }: SurveyedForm,
  site: Site,
  place: Place,
): Finding[] {
  const { name } = site
  if (event !== undefined) return [finding('form-not-counted', place, { event, name })]
  if (!isForm) return [finding('fields-without-form', place, { name })]
  if (purpose !== 'lead') return []
  return [finding('form-silent', place, { purpose: FORM_PURPOSES[purpose], name })]
}

/** A thank-you page that sends the event when it is opened counts each reload. */
async function reload(journey: Journey, copies: Copy[], place: Place): Promise<Finding[]> {
  const { page, traffic } = journey
  const before = traffic.copies.length
  await page.reload().catch(() => {})
  await settle(journey, { maxMs: 1500 })
  const names = new Set(copies.map(({ name }) => name))
  const again = traffic.copies.slice(before).find((copy) => names.has(copy.name))
  if (!again || copies.some(({ id }) => id === again.id && id !== undefined)) return []
  const values = {
    event: again.name,
    count: '2',
    when: ', the second one when the next page is reloaded',
  }
  return [finding('event-twice', place, values)]
}

async function sendTwice(
  form: SurveyedForm,
  openPage: OpenPage,
  person: Person,
  site: Site,
  place: Place,
): Promise<Finding[]> {
  const journey = await openPage()
  try {
    const { copies } = await sendForm(journey, form, person, site, 2)
    return [...Map.groupBy(copies, ({ name }) => name)].flatMap(([event, ofEvent]) => {
      const count = countEvents(ofEvent)
      return count > 1
        ? finding('event-twice', place, {
            event,
            count: String(count),
            when: ' after a double click',
          })
        : []
    })
  } finally {
    await journey.end()
  }
}
