import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findUnhashedPii, isPersonalKey, sha256Hex } from '../../pii.ts'

describe('findUnhashedPii', () => {
  it.each([
    'anna@school.example',
    'ANNA.Petrova+tag@Mail.School.Example',
    "o'neil_@b.co",
    'Please write to anna@school.example.',
    'anna@school.example,ivan@school.example',
    '"anna@school.example"',
    'anna@school.example/79123456789',
    'mailto:anna@school.example?subject=a',
    'order_anna@school.example_2026',
    'anna@163.com',
    'anna@b--c.ru',
    'anna@school.zip',
    'почта@школа.рф',
    'https://school.example/?to=anna@school.example',
    'https://school.example/?to=anna%40school.example&x=1',
    'https://school.example/thanks?a=1#anna@school.example',
    'https://school.example/?next=%2Flogin%3Fto%3Danna%2540school.example',
    'https://school.example/?next=https://b.example/x?to=anna@school.example',
    '/thanks?to=anna@school.example',
    'school.example/thanks?to=anna@school.example',
    'https://school.example/@anna.smith anna@school.example',
    'https://school.example/a,anna@school.example',
    '100% anna%40school.example',
    'anna＠school.example',
    'ａｎｎａ＠ｓｃｈｏｏｌ．ｅｘａｍｐｌｅ',
    'https://school.example/?to=anna﹫school.example',
  ])('finds an email under any key: %s', (value) => {
    expect(findUnhashedPii({ note: value })).toEqual(['note'])
    expect(findUnhashedPii({ notes: [{ a: [value] }] })).toEqual(['notes.0.a.0'])
  })

  it.each([
    'a @ b',
    '@school',
    'a@b',
    'a@b.',
    'a@b.c',
    'a@b.c1',
    'a@b.co.10',
    'a@-b.co',
    '.@b.co',
    '50% @ 9.99',
    'hero@2x.png',
    'https://cdn.example/hero@2x.png?v=1',
    '?image=https://cdn.example/hero@2x.webp',
    'logo@3x.psd',
    'plan@school.pdf',
    'plan@school.doc',
    'hero@school.jpg',
    'anna@b.ru--x',
    'react@18.2.10',
    '@scope/package@1.0.0-beta.2',
    'https://cdn.example/npm/react@18.2.10/umd/react.production.min.js',
    'medium.com/@anna.smith/x',
    'https://medium.com/@anna.smith',
    'https://school.example/u/anna@school.example/x',
    '/u/anna%40school.example',
    'https://share.example/?u=https%3A%2F%2Fmedium.com%2F%40anna.smith%2Fx',
    'https://share.example/?via=@anna.smith&text=%40anna.smith',
    'https://maps.example/place/@55.75,37.61,17z',
    'Instagram: @anna.smith',
    'Instagram:@anna.smith',
  ])('does not list the string %j', (value) => {
    expect(findUnhashedPii({ note: value })).toEqual([])
  })

  it.each([
    'ph',
    'phone',
    'Phone',
    'phoneNumber',
    'phonenumber',
    'customer_phone',
    'contactPhone',
    'line2Phone',
    'phone2',
    'parent phone',
    'telephone',
    'tel',
    'mobile_no',
    'parent_phone_2',
  ])('finds a phone number under the key %s', (key) => {
    for (const value of ['+7 (912) 345-67-89', 79123456789, '345-67-89', '00 912345678901234']) {
      expect(findUnhashedPii({ [key]: value })).toHaveLength(1)
      expect(findUnhashedPii({ [key]: [value] })).toHaveLength(1)
    }
  })

  it.each([
    { name: 'Anna' },
    { FN: 'Anna' },
    { first_name_2: 'Anna' },
    { fname: 'Anna' },
    { kiln: 'electric' },
    { email: 'Anna' },
    { phone: '0000123456' },
    { phone: '1234567890123456' },
    { phone: sha256Hex('79123456789') },
    { microphone: 79123456789 },
    { hotel: 79123456789 },
    { mobile_app: 79123456789 },
    { telegram_id: 79123456789 },
    { order: '79123456789' },
    { phone: { id: 79123456789 } },
    { phone: '٠٠٠٠١٢٣٤٥٦' },
    { phone: '۱۲۳۴۵۶' },
    { order: '٠٩١٢٣٤٥٦٧٨٩' },
    { note: '＠school' },
  ])('does not list %j', (customData) => {
    expect(findUnhashedPii(customData)).toEqual([])
  })

  it.each(['fn', 'ln', 'firstName', 'lastName', 'first_name', 'last_name'])(
    'finds a name under the key %s',
    (key) => {
      for (const value of [
        'Anna',
        'Анна-Мария',
        "'t Hooft",
        'd’Arc',
        'van der Berg',
        'Zoe\u0308',
      ]) {
        expect(findUnhashedPii({ [key]: value })).toEqual([key])
        expect(findUnhashedPii({ [key]: [value] })).toEqual([`${key}.0`])
      }
      for (const value of ['', 'Anna 2', 'a.b', '<b>', 7, true, null, {}, sha256Hex('a')])
        expect(findUnhashedPii({ [key]: value })).toEqual([])
    },
  )

  it('finds a phone number in the digits of every script', () => {
    const zero = fc.constantFrom('0', '٠', '۰', '０', '०', '০', '𝟎')
    const digits = fc.tuple(
      zero,
      fc.stringMatching(/^[1-9]\d{6,14}$/),
      fc.constantFrom('', '+', '00'),
    )
    fc.assert(
      fc.property(
        digits,
        fc.constantFrom('', ' ', '-', ' - '),
        ([zero, number, start], separator) => {
          const digit = (ascii: string) =>
            String.fromCodePoint(zero.codePointAt(0)! + Number(ascii))
          const phone = start + [...number].map(digit).join(separator)
          expect(findUnhashedPii({ phone, list: [{ tel: phone }] })).toEqual([
            'phone',
            'list.0.tel',
          ])
        },
      ),
    )
  })

  it('returns dotted paths of nested values', () => {
    const contents = [{ id: '1' }, { id: '2', buyer_phone: '+7 912 345-67-89' }]
    expect(findUnhashedPii({ user: { email: 'a@b.example' }, contents })).toEqual([
      'user.email',
      'contents.1.buyer_phone',
    ])
  })

  it.each([
    [{ 'anna@school.example': [1] }, '(other)'],
    [{ '79123456789': { ln: 'x' } }, '(other).ln'],
    [{ '79123456789': 'anna@school.example' }, '(other)'],
    [{ 'anna@school.example': { email: 'anna@school.example' } }, '(other)'],
    [{ fn: [1, [2, 'Anna', { b: 'Ivan' }]] }, 'fn.1.1'],
  ])('does not return keys that could be personal data: %j', (customData, path) => {
    expect(findUnhashedPii(customData)).toEqual([path])
  })

  it('skips circular references', () => {
    const circular: Record<string, unknown> = { fn: 'x' }
    circular['self'] = circular
    expect(findUnhashedPii(circular)).toEqual(['fn'])
  })

  it('does not search deeper than 64 levels', () => {
    const nest = (levels: number): Record<string, unknown> =>
      levels === 1 ? { fn: 'x' } : { a: nest(levels - 1) }
    expect(findUnhashedPii(nest(64))).toHaveLength(1)
    expect(findUnhashedPii(nest(65))).toEqual([])
  })

  it('returns at most 20 paths', () => {
    expect(findUnhashedPii({ list: new Array(1000).fill('a@b.example') })).toHaveLength(20)
  })

  it('finds every email, in strings and queries', () => {
    const label = fc.stringMatching(/^[a-z\d]{1,9}(-[a-z\d]{1,9})?$/)
    const email = fc
      .tuple(fc.stringMatching(/^[a-z\d]{1,9}([.+'-][a-z\d_]{1,9})?$/), label, fc.nat(3))
      // The first label `2x` is a file name.
      .map(([name, domain, tld]) => `${name}@s${domain}.${['ru', 'com', 'example', 'pl'][tld]}`)
    const before = fc.constantFrom(
      '',
      'to ',
      '<',
      '?a=',
      '/a?b=',
      'https://a.example/b?c=1&d=',
      ':',
    )
    const after = fc.constantFrom('', ' or', '.', ', ', '>', '&b=1', '/', '%20', '_')
    fc.assert(
      fc.property(before, email, after, fc.boolean(), (start, address, end, isEscaped) => {
        const text = start + address.replace('@', isEscaped ? '%40' : '@') + end
        expect(findUnhashedPii({ note: text })).toEqual(['note'])
      }),
    )
  })

  it('takes linear time for hostile keys and values', () => {
    const units = ['a', '@', 'a@', 'a@b.', 'a@b-', '-', '.', '%', '%25', '%40', 'a%40', '.aa', ':/']
    const unit = fc.constantFrom(...units, '://', '/', '/?', '1', '0', ' ', 'phone_', 'A', 'fn')
    const text = fc
      .tuple(unit, unit, unit)
      .map(([head, body, tail]) => head + body.repeat(200_000 / body.length) + tail)
    fc.assert(
      fc.property(text, fc.constantFrom('note', 'phone', 'fn'), (hostile, key) => {
        // Quadratic patterns exceed the time limit of the test by minutes.
        expect(findUnhashedPii({ [key]: hostile, [hostile]: 1 }).length).toBeLessThan(3)
      }),
    )
  })
})

describe('isPersonalKey', () => {
  it.each([
    'email',
    'Email',
    'e_mail',
    'e-mail',
    'userEmail',
    'email_address',
    'EMAIL',
    'emailaddress',
    'parent-email',
    'parent email',
    'fname',
    'l_name',
    'mail',
    'phone',
    'lastname',
    'surname',
    'full name',
    'em',
  ])('returns true for %s', (key) => {
    expect(isPersonalKey(key)).toBe(true)
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
  ])('returns false for %s', (key) => {
    expect(isPersonalKey(key)).toBe(false)
  })
})
