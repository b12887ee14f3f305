import { describe, expect, it } from 'vitest'

import { findClearPii, sha256Hex } from '../pii.ts'

describe('findClearPii', () => {
  it.each([
    'email',
    'Email',
    'e_mail',
    'e-mail',
    'userEmail',
    'email_address',
    'EMAIL',
    'emailaddress',
    'phonenumber',
    'parent-email',
    'parent email',
    'line2Phone',
    'fname',
    'l_name',
    'mail',
    'phone',
    'phoneNumber',
    'customer_phone',
    'contactPhone',
    'tel',
    'mobile_no',
    'firstName',
    'first_name',
    'lastname',
    'surname',
    'full name',
    'fn',
    'em',
  ])('finds a value under the key %s', (key) => {
    expect(findClearPii({ [key]: 'Anna' })).toHaveLength(1)
    expect(findClearPii({ [key]: 79123456789 })).toHaveLength(1)
  })

  it.each([
    'hotel',
    'content_name',
    'name',
    'num_items',
    'filename',
    'microphone',
    'item',
    'email_opt_in',
    'mobile_app',
    'a_name',
    'parentemail',
  ])('does not list the key %s', (key) => {
    expect(findClearPii({ [key]: 'x' })).toEqual([])
  })

  it.each([
    'anna@school.example',
    'Please write to anna@school.example.',
    'https://school.example/?to=anna%40school.example',
    'почта@школа.рф',
  ])('finds an email under any key: %s', (value) => {
    expect(findClearPii({ note: value })).toEqual(['note'])
  })

  it.each(['', ' ', null, true, {}, [], sha256Hex('anna'), ` ${sha256Hex('anna').toUpperCase()} `])(
    'does not list %j under the key email',
    (value) => {
      expect(findClearPii({ email: value })).toEqual([])
    },
  )

  it.each(['a @ b', '@school', 'a@b', 'a@b.', 'a@b.c', '50% @ 9.99'])(
    'does not list the text %j',
    (value) => {
      expect(findClearPii({ note: value })).toEqual([])
    },
  )

  it('returns dotted paths of nested values', () => {
    const contents = [{ id: '1' }, { id: '2', buyer_phone: '1' }]
    expect(findClearPii({ user: { email: 'x' }, contents })).toEqual([
      'user.email',
      'contents.1.buyer_phone',
    ])
  })

  it.each([
    [{ 'anna@school.example': 1 }, '(other)'],
    [{ '79123456789': { email: 'x' } }, '(other).email'],
    [{ '79123456789': 'anna@school.example' }, '(other)'],
  ])('does not return keys that could be personal data: %j', (customData, path) => {
    expect(findClearPii(customData)).toEqual([path])
  })

  it('skips circular references', () => {
    const circular: Record<string, unknown> = { email: 'x' }
    circular['self'] = circular
    expect(findClearPii(circular)).toEqual(['email'])
  })

  it('does not search deeper than 64 levels', () => {
    const nest = (levels: number): Record<string, unknown> =>
      levels === 1 ? { email: 'x' } : { a: nest(levels - 1) }
    expect(findClearPii(nest(64))).toHaveLength(1)
    expect(findClearPii(nest(65))).toEqual([])
  })

  it('returns at most 20 paths', () => {
    expect(findClearPii({ list: new Array(1000).fill('a@b.example') })).toHaveLength(20)
  })
})
