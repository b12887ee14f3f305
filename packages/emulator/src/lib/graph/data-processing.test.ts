import { describe, expect, it } from 'vitest'

import { EMAIL_HASH, NOW, serverEvent } from '../requests.fixture.ts'
import { validateEvent } from './validate-event.ts'

const validate = (changes: Record<string, unknown>) => validateEvent(serverEvent(changes), NOW)
const limited = (country: unknown, state: unknown, changes: Record<string, unknown> = {}) =>
  validate({
    data_processing_options: ['LDU'],
    data_processing_options_country: country,
    data_processing_options_state: state,
    ...changes,
  })
const WITHOUT_IP = { user_data: { em: EMAIL_HASH } }

describe('data_processing_options', () => {
  it.each([
    ['an empty list', { data_processing_options: [] }],
    ['an empty list with any country', { data_processing_options: [], country: 7 }],
    ['no list', {}],
  ])('can be %s', (_, { country, ...changes }: Record<string, unknown>) => {
    expect(validate({ ...changes, data_processing_options_country: country })).toBeUndefined()
  })

  it.each([['LDU'], [['AMO']], [['LDU', 'AMO']], [[1]], [null], [{}]])(
    'cannot be %j',
    (data_processing_options) => {
      const error = validate({ data_processing_options })
      expect(error).toMatchObject({
        fix: 'Send data_processing_options as ["LDU"] or [].',
      })
      expect(error).not.toHaveProperty('error_subcode')
    },
  )

  it.each([
    [0, 0],
    [1, 1000],
    [1, 1013],
  ])('can limit the use with country %j and state %j', (country, state) => {
    expect(limited(country, state)).toBeUndefined()
  })

  it.each([
    [undefined, undefined],
    [0, undefined],
    [1, undefined],
    [1, 0],
    [0, 1000],
    [1, 999],
    [1, 1014],
    [1, 1000.5],
    [2, 1000],
    ['1', '1000'],
    ['0', '0'],
    [null, null],
  ])('cannot limit the use with country %j and state %j', (country, state) => {
    expect(limited(country, state)).toMatchObject({
      title: 'Invalid Values for Country and State Data Processing Options',
    })
  })

  it('needs a state if Meta cannot derive it from an IP', () => {
    expect(limited(0, 0, WITHOUT_IP)).toMatchObject({
      problem: expect.stringContaining('client_ip_address is missing'),
    })
    expect(limited(1, 1000, WITHOUT_IP)).toBeUndefined()
  })
})
