import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { rejectUnhashedPii } from './unhashed-pii.ts'
import { EMAIL_HASH } from '../requests.fixture.ts'

describe('rejectUnhashedPii()', () => {
  it.each([
    {},
    { em: EMAIL_HASH },
    { em: EMAIL_HASH.toUpperCase() },
    { em: [EMAIL_HASH, EMAIL_HASH] },
    { em: [] },
    { em: `${EMAIL_HASH}.AQYCAQMB`, ph: `${EMAIL_HASH}.Bg` },
    { external_id: 'user-42', client_user_agent: 'Mozilla/5.0' },
  ])('accepts %j', (userData) => {
    expect(rejectUnhashedPii({ user_data: userData })).toBeUndefined()
  })

  it.each([
    'mary@example.com',
    '',
    null,
    7,
    {},
    [EMAIL_HASH, 'mary@example.com'],
    [[EMAIL_HASH]],
    EMAIL_HASH.slice(1),
    ` ${EMAIL_HASH}`,
    `${EMAIL_HASH}\n`,
    `${EMAIL_HASH}.`,
    `${EMAIL_HASH}.bg`,
    `${EMAIL_HASH}.AQYCAQM`,
    'd41d8cd98f00b204e9800998ecf8427e',
  ])('rejects %j under each of the four keys', (value) => {
    for (const key of ['em', 'ph', 'fn', 'ln']) {
      expect(rejectUnhashedPii({ user_data: { fbp: 'x', [key]: value } })?.problem).toBe(
        `user_data.${key} is not hashed.`,
      )
    }
  })

  it.each([
    { email: 'sent', mobile: 'app', image: 'hero@2x.png' },
    { em: EMAIL_HASH, ph: [EMAIL_HASH] },
    'mary@example.com',
    ['mary@example.com'],
  ])('accepts the custom_data %j', (custom_data) => {
    expect(rejectUnhashedPii({ custom_data })).toBeUndefined()
  })

  it.each([
    [{ email: 'mary@example.com' }, 'email'],
    [{ contents: [{ id: 1 }, { note: 'to mary@example.com' }] }, 'contents.1.note'],
    [{ buyer: { firstName: 'Mary' } }, 'buyer.firstName'],
    [{ phone: 4917512345 }, 'phone'],
    [{ 'mary@example.com': 1 }, '(other)'],
  ])('rejects the custom_data %j, which the proxy drops', (custom_data, path) => {
    const error = rejectUnhashedPii({ user_data: { em: EMAIL_HASH }, custom_data })
    expect(error?.problem).toBe(`custom_data.${path} is unhashed personal data.`)
    expect(JSON.stringify(error)).not.toMatch(/mary|4917512345/i)
  })

  it('says that Meta would accept the event', () => {
    expect(rejectUnhashedPii({ user_data: { em: 'mary@example.com' } })?.fix).toContain(
      'Meta would accept',
    )
  })

  it('never includes the value in the error', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), (value) => {
        expect(JSON.stringify(rejectUnhashedPii({ user_data: { ln: `~${value}` } }))).not.toContain(
          `~${value}`,
        )
      }),
    )
  })
})
