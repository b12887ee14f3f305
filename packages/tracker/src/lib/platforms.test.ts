import { brotliCompressSync } from 'node:zlib'

import { parseVisitor } from '@conversion-capi/core'
import { sha256Hex } from '@conversion-capi/core/pii'
import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { openPage, type PageSetUp } from './open-page.fixture.ts'
import type { TrackerOptions } from './options.ts'

const OPTIONS: TrackerOptions = { name: 'polaris', declarative: true, pixel: { id: '1234567890' } }
const FIELDS = [
  { name: 'Email', type: 'email', value: 'anna@school.example' },
  { name: 'tildaspec-phone-part[]', type: 'tel', value: '(912) 000-00-00' },
  { name: 'Phone', type: 'hidden', value: '+7 (912) 000-00-00' },
]
const CONTACTS = { em: sha256Hex('anna@school.example'), ph: sha256Hex('79120000000') }

describe('platform: tilda', () => {
  // miralitys/shynlicleaningservice, bc80ee1, js/tilda-forms-1.0.min.js (Tilda 02.001), formatted by esbuild: lines
  // 1011 (price), 1028 (beforesend), 1064 (Tilda's own event), 1084 (aftersuccess); js/tilda-events-1.0.min.js: 67-69.
  const tilda = ({ price = '', globals = {}, ...setUp }: TildaPage = {}) => {
    const records = new FakeElement()
    const hidden = { value: '' }
    const field = price && { value: price }
    const form = { elements: FIELDS, querySelector: () => field || null }
    const page = openPage({
      ...setUp,
      script: buildTracker({ ...OPTIONS, platform: 'tilda', ...setUp.options }),
      globals,
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

  it('turns off the events of Tilda before the first form, also if the records come after the script', () => {
    const { page, records } = tilda()
    records.attributes = {}
    page.emit('DOMContentLoaded')
    expect(records.attributes).toEqual({ 'data-fb-event': 'nosend' })
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

  it('sends one Lead if the page includes the script twice', () => {
    const { page, send } = tilda()
    page.run(buildTracker({ ...OPTIONS, platform: 'tilda' }))
    send(true)
    expect(page.sent('Lead')).toHaveLength(1)
  })
})

it.each([['tilda', 400]] as const)('adds at most the bytes for %s: %i', (platform, max) => {
  expect(size({ ...OPTIONS, platform }) - size(OPTIONS)).toBeLessThanOrEqual(max)
})

interface TildaPage extends PageSetUp {
  price?: string
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
