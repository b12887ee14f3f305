import { describe, expect, it } from 'vitest'

import { EVENT_NAMES, type ServerEvent } from '../../protocol.ts'
import { findSenderWarnings, OTHER_STANDARD_EVENTS } from './sender-warnings.ts'

const TIME = 1_700_000_000
const NAMES =
  'AddPaymentInfo AddToCart AddToWishlist CompleteRegistration Contact CustomizeProduct Donate FindLocation InitiateCheckout Lead PageView Purchase Schedule Search StartTrial SubmitApplication Subscribe ViewContent'.split(
    ' ',
  )

function find(event: Partial<ServerEvent>) {
  return findSenderWarnings({
    event_name: 'Lead',
    event_id: 'e-1',
    event_time: TIME,
    action_source: 'system_generated',
    user_data: {},
    ...event,
  })
}

function findName(event_name: string): string | undefined {
  const warning = find({ event_name }).find(({ key }) => key === 'event_name')
  return /"(\w+)"\./.exec(warning?.message ?? '')?.[1]
}

describe('findSenderWarnings', () => {
  it.each(['email', 'phone_call', 'chat', 'physical_store', 'system_generated', 'other'] as const)(
    'needs no connection and no page for an event of the source %s',
    (action_source) => {
      expect(find({ action_source })).toEqual([])
    },
  )

  it('needs the connection and the page for an event of a website', () => {
    expect(find({ action_source: 'website' })).toEqual([
      { key: 'user_data.client_ip_address', reason: 'missing' },
      { key: 'user_data.client_user_agent', reason: 'missing' },
      { key: 'event_source_url', reason: 'missing' },
    ])
    const user_data = { client_ip_address: '203.0.113.7', client_user_agent: 'Unit/1.0' }
    const event_source_url = 'https://school.example/'
    expect(find({ action_source: 'website', user_data, event_source_url })).toEqual([])
  })

  it('finds a purchase without value and currency, from any source', () => {
    expect(find({ event_name: 'Purchase' })).toEqual([
      { key: 'custom_data.value', reason: 'missing' },
      { key: 'custom_data.currency', reason: 'missing' },
    ])
  })

  it.each([
    [0, []],
    [60_000, []],
    [60_001, [{ key: 'user_data.fbc', reason: 'too_new' }]],
    [-3_600_000, []],
  ])('finds a click %i ms after the event', (afterMs, expected) => {
    const fbc = `fb.1.${TIME * 1000 + afterMs}.AbCd`
    expect(find({ user_data: { fbc } })).toEqual(expected)
  })

  it('does not read the time of a malformed fbc, and of an fbp', () => {
    const later = TIME * 1000 + 3_600_000
    for (const fbc of [`x.1.${later}.AbCd`, `_fbc=fb.1.${later}.AbCd`]) {
      expect(find({ user_data: { fbc } })).toEqual([{ key: 'user_data.fbc', reason: 'malformed' }])
    }
    expect(find({ user_data: { fbp: `fb.1.${later}.1234` } })).toEqual([])
  })

  it.each([
    [[{ id: 'p-1' }, { quantity: 1 }, {}], 1],
    [[{ id: '' }], 0],
    [[null], 0],
    [['p-1'], 0],
  ])('finds the first of the contents %j without an id', (contents, index) => {
    expect(find({ custom_data: { contents } })).toEqual([
      { key: `custom_data.contents.${index}.id`, reason: 'missing' },
    ])
  })

  it.each([undefined, [], [{ id: 'p-1' }, { id: 7 }], 'p-1', { 0: {} }])(
    'finds nothing in the contents %j',
    (contents) => {
      expect(find({ custom_data: { contents } })).toEqual([])
    },
  )

  it('describes a name that is almost a standard name', () => {
    expect(find({ event_name: 'lead' })).toEqual([
      {
        key: 'event_name',
        reason: 'similar',
        message:
          'event_name is almost Meta\'s standard event "Lead". Write "Lead", unless it is an event of your own.',
      },
    ])
  })

  it('knows each standard name once', () => {
    expect([...EVENT_NAMES, ...OTHER_STANDARD_EVENTS].toSorted()).toEqual(NAMES)
  })

  it.each(NAMES)('finds no problem in the standard name %s', (name) => {
    expect(findName(name)).toBeUndefined()
  })

  it.each(NAMES)('finds another case, and spaces and punctuation in %s', (name) => {
    const snakeCase = name.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
    const names = [name.toUpperCase(), ` ${name} `, `${name}.`, snakeCase]
    expect(names.map(findName)).toEqual(names.map((each) => (each === name ? undefined : name)))
  })

  it.each([
    'Contract',
    'Leads',
    'Qualified',
    'TrialAttended',
    'Renewal',
    'Refund',
    'Purse',
    'Pruchsae',
    'Purchaser2',
    'ScheduleCall',
    'L',
    '!',
  ])('finds no problem in the custom name %s', (name) => {
    expect(findName(name)).toBeUndefined()
  })
})
