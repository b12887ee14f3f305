import { jsonValue } from '@conversion-capi/test-support/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { rejection } from '../browser/live-page/model/records.fixture.ts'
import { EMAIL_HASH } from '../requests.fixture.ts'
import { createMasker, maskJson, maskText } from './mask.ts'

const TOKEN = 'EAAGm0PX4ZCpsBAKZCrealLooking0123456789abcdefGHIJ'

describe('createMasker()', () => {
  it('masks the invalid event of a rejected request like its other events', () => {
    const mask = createMasker('secret-token', 'salt')
    const event = { event_name: 'Lead', event_id: TOKEN }
    const masked = { event_name: 'Lead', event_id: '[redacted]' }
    const request = rejection({ events: [event] })
    const rejections = [{ ...request, invalid_event: { index: 0, ...event } }, request]
    expect(mask({ rejections }).rejections).toEqual([
      { ...request, events: [masked], invalid_event: { index: 0, ...masked } },
      { ...request, events: [masked] },
    ])
  })
})

describe('maskText()', () => {
  it.each([
    [`token ${TOKEN}!`, 'token [redacted]!'],
    ['a secret-token b', 'a [redacted] b'],
    [
      'https://school.example/?access_token=abc&x=1',
      'https://school.example/?access_token=[redacted]&x=1',
    ],
    ['https://school.example/?email=mary%40example.com', 'https://school.example/?email=[masked]'],
    ['https://school.example/?first_name=Mary#a', 'https://school.example/?first_name=[masked]#a'],
    ['https://school.example/mary@example.com/x', 'https://school.example/[masked]/x'],
    ['write to mary@example.com, please', 'write to [masked], please'],
    ['call +49 (175) 765-4321', 'call [masked]'],
    ['call %2B491757654321', 'call [masked]'],
    ['call +٩٦٦ ٥٠ ١٢٣ ٤٥٦٧ or ＋４９１７５７６５４３２１', 'call [masked] or [masked]'],
    ['write to mary＠example.com', 'write to [masked]'],
    ['https://school.example/courses?utm_source=a', 'https://school.example/courses?utm_source=a'],
    ['fb.1.1795170995788.1093847562', 'fb.1.1795170995788.1093847562'],
    ['2026-11-20T12:00:00+02:00', '2026-11-20T12:00:00+02:00'],
    [EMAIL_HASH, EMAIL_HASH],
  ])('masks %j as %j', (text, expected) => {
    expect(maskText(text, 'secret-token')).toBe(expected)
  })

  it('cuts a string of more than 10,000 characters', () => {
    expect(maskText('x'.repeat(10_007), 'secret-token')).toBe(
      `${'x'.repeat(10_000)}… [7 more characters]`,
    )
  })

  // A quadratic pattern would take longer than the time limit of the test.
  it('masks hostile strings of 1 MB in linear time', () => {
    for (const unit of ['@', 'a@', '+1 ', 'a=', '%40', 'EAA', 'a.b@c.']) {
      expect(maskText(unit.repeat(1_000_000 / unit.length), 'secret-token')).toMatch(/more char/)
    }
  })
})

describe('maskJson()', () => {
  it('masks unhashed personal data by its key, at any depth', () => {
    const value = {
      access_token: 'abc',
      user_data: { em: 'Mary', ph: [EMAIL_HASH, 491757654321], ct: 'Berlin', country: EMAIL_HASH },
      custom_data: { country: 'DE', buyer: { firstName: { value: 'Mary' } }, value: 240 },
      'mary@example.com': 1,
    }
    expect(maskJson(value, 'secret-token')).toEqual({
      access_token: '[redacted]',
      user_data: {
        em: '[masked]',
        ph: [EMAIL_HASH, '[masked]'],
        ct: '[masked]',
        country: EMAIL_HASH,
      },
      custom_data: { country: 'DE', buyer: { firstName: { value: '[masked]' } }, value: 240 },
      '[masked]': '[masked]',
    })
  })

  it('masks every value of user_data that Meta requires as a hash, also under an unknown key', () => {
    const shown = { fbp: 'fb.1.1.2', external_id: 'user-42', client_user_agent: 'x', lead_id: 7 }
    const user_data = { ...shown, uid: 'Mary', nick: ['Mary', EMAIL_HASH], more: { name: 'Mary' } }
    expect(maskJson({ user_data }, 'secret-token')).toEqual({
      user_data: {
        ...shown,
        uid: '[masked]',
        nick: ['[masked]', EMAIL_HASH],
        more: { name: '[masked]' },
      },
    })
  })

  it('removes the token and every email from any JSON', () => {
    const leak = fc.constantFrom(TOKEN, 'secret-token', 'mary@example.com', 'x mary@example.com')
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(leak, jsonValue(), fc.array(tie('tree')), fc.dictionary(leak, tie('tree'))),
    }))
    fc.assert(
      fc.property(tree, (value) => {
        expect(JSON.stringify(maskJson(value, 'secret-token'))).not.toMatch(
          /EAAG|secret-token|mary@example/,
        )
      }),
    )
  })
})
