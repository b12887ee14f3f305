import { describe, expect, it } from 'vitest'

import { createEmulator } from '../emulator.ts'
import type { ExplainedError } from '../http/graph-error.ts'
import { EMAIL_HASH, NOW, sendEvents, serverEvent } from '../requests.fixture.ts'
import { validateEvent } from './validate-event.ts'

type Changes = Record<string, unknown>

const DAY_S = 24 * 60 * 60
const NOW_S = NOW / 1000
const USER_DATA = { em: EMAIL_HASH }

const validate = (changes: Changes) => validateEvent(serverEvent(changes), NOW)
const user = (user_data: object): Changes => ({ user_data })
const purchase = (custom_data: unknown): Changes => ({ event_name: 'Purchase', custom_data })
const contents = (contents: unknown): Changes => ({ custom_data: { contents } })
const original = (original_event_data: unknown): Changes => ({ original_event_data })
const limited = (country: unknown, state: unknown, changes: Changes = {}): Changes => ({
  data_processing_options: ['LDU'],
  data_processing_options_country: country,
  data_processing_options_state: state,
  ...changes,
})
const chat = (user_data: object, changes: Changes = {}): Changes => ({
  action_source: 'business_messaging',
  messaging_channel: 'whatsapp',
  event_name: 'LeadSubmitted',
  user_data,
  ...changes,
})
const CLICK = { ctwa_clid: 'ARAkLkA8rmlFeiCk', whatsapp_business_account_id: '102290129340398' }
const cookies = (value: unknown) =>
  [{ fbp: value }, { fbc: value }].map((each) => user({ ...USER_DATA, ...each }))

describe('validateEvent() accepts', () => {
  it.each<Changes>([
    {},
    // As Meta does.
    { ...user(USER_DATA), event_source_url: undefined },
    { action_source: 'website', event_time: NOW_S - 7 * DAY_S },
    { action_source: 'physical_store', event_time: NOW_S - 62 * DAY_S },
    { event_time: NOW_S + 60 },
    purchase({ value: 0, currency: 'EUR' }),
    purchase({ value: '12.50', currency: 'eur' }),
    user({ client_user_agent: 'Mozilla/5.0', client_ip_address: '203.0.113.9' }),
    user({ fn: EMAIL_HASH, ln: EMAIL_HASH }),
    user({ db: 'x', ge: 'x' }),
    user({ external_id: ['42'] }),
    ...['fb.1.1.x', 'fb.12.1596403881.x.AQYCAQMB', null, ''].flatMap(cookies),
    { advanced_measurement_table: 'table' },
    { app_data: { extinfo: ['i2'] } },
    { attribution_data: { ad_id: '1' } },
    { customer_segmentation: 'new_customer_to_business' },
    { event_transaction_time: NOW_S },
    { extinfo: ['i2'] },
    { messaging_channel: 'whatsapp' },
    chat(CLICK),
    chat({ ctwa_clid: 'A', page_id: 7 }),
    chat({ page_id: '1', page_scoped_user_id: '2' }, { messaging_channel: 'messenger' }),
    { opt_out: true },
    { referrer_url: 'https://school.example/' },
    {
      user_data: { fbp: 'fb.1.1.1', madid: 'x', own_key: 'x' },
      custom_data: { value: 1, own_key: { nested: [1] }, content_ids: 'a' },
    },
    contents([]),
    contents([{}]),
    contents([{ id: 'a', quantity: 1, item_price: 240, delivery_category: 'home_delivery' }]),
    contents([{ title: 'A', description: 'B', brand: 'C', category: 'D', price: 2 }, { id: 'b' }]),
    original({}),
    original({ event_name: 'Lead', event_time: NOW_S - 60, event_id: 'lead-1', order_id: '7' }),
    { data_processing_options: [] },
    { data_processing_options: [], data_processing_options_country: 7 },
    { data_processing_options_state: 1000 },
    limited(0, 0),
    limited(1, 1000),
    limited(1, 1013),
    limited(1, 1000, user(USER_DATA)),
  ])('%j', (changes) => {
    expect(validate(changes)).toBeUndefined()
  })
})

function rejected(error: Partial<ExplainedError>, ...list: Changes[]) {
  return list.map((changes) => [changes, error] as const)
}

const unexpectedKey = (key: string, path = '') => ({
  error_subcode: 2804019,
  title: 'Server Side Api Parameter Error',
  message: `Unexpected key "${key}" on param "$['data'][0]${path}".`,
})

describe('validateEvent() rejects', () => {
  it.each([
    ['event_name', undefined],
    ['event_name', ''],
    ['event_name', 7],
    ['event_time', undefined],
    ['event_time', '1795176000'],
    ['event_time', 1.5],
    ['action_source', undefined],
    ['action_source', 'web'],
    ['user_data', undefined],
    ['user_data', []],
    ['event_id', 7],
    ['event_source_url', null],
    ['referrer_url', {}],
    ['custom_data', 'value'],
    ['messaging_channel', 'sms'],
    ['opt_out', 'true'],
    ['opt_out', 1],
    ['opt_out', null],
    ['original_event_data', null],
    ['original_event_data', 'Lead'],
    ['original_event_data', []],
    ['original_event_data.event_name', 7],
    ['original_event_data.event_id', null],
    ['original_event_data.order_id', 7],
    ['original_event_data.event_time', '1795176000'],
    ['original_event_data.event_time', 1.5],
    ...['LDU', ['AMO'], ['LDU', 'AMO'], [1], null, {}].map((value) => [
      'data_processing_options',
      value,
    ]),
  ] as [string, unknown][])('an event whose %s is %j', (name, value) => {
    const [key, part] = name.split('.') as [string, string?]
    const error = validate({ [key]: part ? { [part]: value } : value })
    expect(error?.problem).toBe(`${name} is missing or has the wrong type.`)
    expect(error).not.toHaveProperty('error_subcode')
  })

  it.each([null, 'Lead', [], 1])('%j, which is not an object', (value) => {
    expect(validateEvent(value, NOW)).toMatchObject({ problem: 'The event is not an object.' })
  })

  it.each([
    ...rejected(
      { error_subcode: 2804003 },
      { action_source: 'website', event_time: NOW_S - 7 * DAY_S - 1 },
      { action_source: 'physical_store', event_time: NOW_S - 62 * DAY_S - 1 },
    ),
    ...rejected(
      { problem: 'event_time is more than 60 seconds in the future.' },
      { event_time: NOW_S + 61 },
    ),
    ...rejected(
      { problem: 'event_time is in milliseconds.' },
      { event_time: NOW },
      { event_time: NOW - 30 * DAY_S * 1000 },
      { event_time: NOW * 1000 },
    ),
    ...rejected(
      { error_subcode: 2804009 },
      purchase(undefined),
      purchase({}),
      purchase({ value: 10 }),
      purchase({ currency: 'EUR' }),
      purchase({ value: '', currency: 'EUR' }),
      purchase({ value: 'ten', currency: 'EUR' }),
      purchase({ value: null, currency: 'EUR' }),
      purchase({ value: 10, currency: '' }),
    ),
    ...rejected(
      { problem: 'messaging_channel is missing.' },
      chat(CLICK, { messaging_channel: undefined }),
    ),
    ...rejected(
      { error_subcode: 2804066 },
      ...['Lead', 'Schedule', 'Qualified'].map((event_name) => chat(CLICK, { event_name })),
    ),
    ...rejected(
      { error_subcode: 2804087 },
      ...[undefined, '', 7].map((ctwa_clid) => chat({ ...CLICK, ctwa_clid })),
    ),
    ...rejected(
      { problem: 'user_data has neither whatsapp_business_account_id nor page_id.' },
      chat({ ctwa_clid: 'A' }),
    ),
    ...rejected({ error_subcode: 2804003 }, chat(CLICK, { event_time: NOW_S - 7 * DAY_S - 1 })),
    // They do not identify a person.
    ...rejected(
      { error_subcode: 2804050 },
      user({}),
      user({ client_user_agent: 'Mozilla/5.0' }),
      user({ ct: 'x', country: 'x', st: 'x', zp: 'x', ge: 'x', client_user_agent: 'x' }),
      user({ db: 'x', client_user_agent: 'x' }),
      user({ fn: EMAIL_HASH, ge: 'x' }),
      user({ ln: EMAIL_HASH, ge: 'x' }),
      user({ em: [], client_user_agent: 'Mozilla/5.0' }),
      user({ fbp: '', client_user_agent: 'Mozilla/5.0' }),
      user({ external_id: [null], client_user_agent: 'Mozilla/5.0' }),
    ),
    ...rejected(
      { error_subcode: 2804001 },
      ...['IwAR2', 'fb.1.x.1', 'FB.1.1.1', ['fb.1.1.1'], 7].flatMap(cookies),
    ),
    ...[
      'advertiser_tracking_enabled',
      'currency',
      'eventID',
      'event_names',
      'test_event_code',
      'access_token',
      'constructor',
      'toString',
      'item_2',
    ].flatMap((key) => rejected(unexpectedKey(key), { [key]: null }, { [key]: 1 })),
    ...['name', 'index', 'item_name', 'item_id', 'sku', 'constructor'].flatMap((key) =>
      rejected(
        unexpectedKey(key, "['custom_data']['contents'][0]"),
        contents([{ id: 'a', quantity: 1, [key]: 'x' }]),
      ),
    ),
    ...rejected(
      { error_subcode: 2804019, problem: 'custom_data.contents is not an array.' },
      ...[null, '[{"id":"a"}]', { id: 'a' }, 1].map(contents),
    ),
    ...rejected(
      { error_subcode: 2804008, title: 'Invalid Contents Parameter' },
      ...['physics', 1, null, []].map((item) => contents([{ id: 'a' }, item])),
    ),
    ...rejected(
      { title: 'Invalid Values for Country and State Data Processing Options' },
      limited(undefined, undefined),
      limited(0, undefined),
      limited(1, undefined),
      limited(1, 0),
      limited(0, 1000),
      limited(1, 999),
      limited(1, 1014),
      limited(1, 1000.5),
      limited(2, 1000),
      limited('1', '1000'),
      limited('0', '0'),
      limited(null, null),
    ),
    ...rejected(
      { title: 'Location Required for Limited Data Use' },
      limited(0, 0, user(USER_DATA)),
    ),
  ])('%j', (changes, error) => {
    expect(validate(changes)).toMatchObject(error)
  })

  it.each(['mary@example.com', '491751234567', '', 'x'.repeat(41), 'EAAB-secret', '__proto__'])(
    'the key %s, without repeating it, as it could contain a value',
    (key) => {
      const text = JSON.stringify(serverEvent()).replace('{', `{${JSON.stringify(key)}:1,`)
      expect(validateEvent(JSON.parse(text), NOW)).toMatchObject({
        error_subcode: 2804019,
        message: `Unexpected key (not shown) on param "$['data'][0]".`,
      })
    },
  )

  it('unhashed personal data before any other error', () => {
    const error = validateEvent({ user_data: { em: 'mary@example.com' } }, NOW)
    expect(error?.problem).toContain('user_data.em')
  })
})

describe('the warnings about original_event_data', () => {
  const KEYS =
    'original_event_data has a key that Meta does not document. Use only event_name, event_time, order_id, event_id.'
  const LATER = expect.stringMatching(/^original_event_data.event_time is after event_time\./)

  it.each<[value: object, warnings: unknown[]]>([
    [{}, []],
    [{ event_time: NOW_S }, []],
    [{ event_name: 'Lead', event_time: NOW_S - 60, event_id: 'lead-1', order_id: '7' }, []],
    // Not repeated: they could contain a value.
    ...['value', 'eventName', 'constructor'].map((key): [object, string[]] => [
      { [key]: 'x' },
      [KEYS],
    ]),
    [{ event_time: NOW_S + 1 }, [LATER]],
    [{ event_time: NOW }, [LATER]],
  ])('of %j are %j', async (value, warnings) => {
    const emulator = createEmulator({ now: () => NOW })
    await sendEvents(emulator, serverEvent(original(value)))
    expect(emulator.events()[0]!.warnings).toEqual(warnings)
  })
})
