import { describe, expect, it } from 'vitest'

import { validateEvent } from './validate-event.ts'
import { NOW, serverEvent } from '../requests.fixture.ts'

const validate = (changes: Record<string, unknown>) => validateEvent(serverEvent(changes), NOW)
const contents = (contents: unknown) => ({ custom_data: { contents } })

describe('keys of an event', () => {
  it.each([
    ['advanced_measurement_table', 'table'],
    ['app_data', { extinfo: ['i2'] }],
    ['attribution_data', { ad_id: '1' }],
    ['customer_segmentation', 'new_customer_to_business'],
    ['data_processing_options', []],
    ['data_processing_options_country', 1],
    ['data_processing_options_state', 1000],
    ['event_transaction_time', NOW / 1000],
    ['extinfo', ['i2']],
    ['messaging_channel', 'whatsapp'],
    ['opt_out', true],
    ['original_event_data', { event_name: 'Purchase' }],
    ['referrer_url', 'https://school.example/'],
  ])('can include %s', (key, value) => {
    expect(validate({ [key]: value })).toBeUndefined()
  })

  it.each([
    ['advertiser_tracking_enabled', true],
    ['currency', 'EUR'],
    ['eventID', 'lead-1'],
    ['event_names', 'Lead'],
    ['test_event_code', 'TEST1'],
    ['access_token', 'x'],
    ['constructor', 1],
    ['toString', 1],
    ['item_2', null],
  ])('cannot include %s', (key, value) => {
    expect(validate({ [key]: value })).toMatchObject({
      error_subcode: 2804019,
      title: 'Server Side Api Parameter Error',
      message: `Unexpected key "${key}" on param "$['data'][0]".`,
    })
  })

  it.each(['mary@example.com', '491751234567', '', 'x'.repeat(41), 'EAAB-secret', '__proto__'])(
    'are not repeated in the error if they could contain a value: %s',
    (key) => {
      const text = JSON.stringify(serverEvent()).replace('{', `{${JSON.stringify(key)}:1,`)
      expect(validateEvent(JSON.parse(text), NOW)).toMatchObject({
        error_subcode: 2804019,
        message: `Unexpected key (not shown) on param "$['data'][0]".`,
      })
    },
  )

  it('of user_data and custom_data are not restricted', () => {
    expect(
      validate({
        user_data: { fbp: 'fb.1.1.1', madid: 'x', own_key: 'x' },
        custom_data: { value: 1, own_key: { nested: [1] }, content_ids: 'a' },
      }),
    ).toBeUndefined()
  })
})

describe('custom_data.contents', () => {
  it.each([
    [[]],
    [[{}]],
    [[{ id: 'physics', quantity: 1, item_price: 240, delivery_category: 'home_delivery' }]],
    [[{ id: 'a', title: 'A', description: 'B', brand: 'C', category: 'D', price: 2 }, { id: 'b' }]],
  ])('can be %j', (value) => {
    expect(validate(contents(value))).toBeUndefined()
  })

  it.each([[null], ['[{"id":"a"}]'], [{ id: 'a' }], [1]])('cannot be %j', (value) => {
    expect(validate(contents(value))).toMatchObject({
      error_subcode: 2804019,
      problem: 'custom_data.contents is not an array.',
    })
  })

  it.each([['physics'], [1], [null], [[]]])('cannot contain %j, which is not an object', (item) => {
    expect(validate(contents([{ id: 'a' }, item]))).toMatchObject({
      error_subcode: 2804008,
      title: 'Invalid Contents Parameter',
    })
  })

  it.each(['name', 'index', 'item_name', 'item_id', 'sku', 'constructor'])(
    'cannot contain an item with the key %s',
    (key) => {
      expect(validate(contents([{ id: 'a', quantity: 1, [key]: 'x' }]))).toMatchObject({
        error_subcode: 2804019,
        message: `Unexpected key "${key}" on param "$['data'][0]['custom_data']['contents'][0]".`,
      })
    },
  )
})
