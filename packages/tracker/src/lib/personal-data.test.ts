import { sha256Hex } from '@conversion-capi/core/pii'
import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { openPage } from './open-page.fixture.ts'

const HASHES = {
  em: sha256Hex('anna@school.example'),
  ph: sha256Hex('79123456789'),
  fn: sha256Hex('анна'),
  ln: sha256Hex('petrova'),
}

describe('personal data', () => {
  it('is hashed before track() returns, and never sent or stored unhashed', () => {
    const { tracker, hits, posts, sent, visitor } = openPage()
    tracker.track(
      'Lead',
      {},
      {
        em: ' Anna@School.Example ',
        ph: '+7 (912) 345-67-89',
        fn: 'Анна',
        ln: HASHES.ln,
        external_id: 'student-42',
      },
    )
    expect(sent()[0]!.user_data).toMatchObject({ ...HASHES, external_id: 'student-42' })
    expect(JSON.stringify([hits, posts, visitor])).not.toMatch(
      /anna@|\(912\)|345-67|9123456789|Анна/i,
    )
  })

  it.each([
    [{ email: 'anna@school.example' }, { em: HASHES.em }],
    [{ phone: '+7 912 345 67 89' }, { ph: HASHES.ph }],
    [{ firstName: 'Анна' }, { fn: HASHES.fn }],
    [{ lastName: 'Petrova' }, { ln: HASHES.ln }],
    [{ externalId: '42' }, { external_id: '42' }],
    [{ em: 'anna@school.example', email: 'other@school.example' }, { em: HASHES.em }],
    [{ em: null, email: 'anna@school.example' }, { em: HASHES.em }],
    [{ em: '', email: 'anna@school.example' }, { em: HASHES.em }],
    [{ ph: '', phone: '+7 912 345 67 89' }, { ph: HASHES.ph }],
    [{ external_id: '', externalId: '42' }, { external_id: '42' }],
    [{ em: HASHES.em.toUpperCase() }, { em: HASHES.em }],
    [{ em: `${HASHES.em}.AQYCAQMB` }, { em: `${HASHES.em}.AQYCAQMB` }],
    [{ ph: 79123456789 }, { ph: HASHES.ph }],
    [{ ph: '+7 (0) 912 345 67 89' }, { ph: HASHES.ph }],
    [{ external_id: 12345 }, { external_id: 12345 }],
  ])("accepts readable keys and Meta's keys: %j", (pii, userData) => {
    const { tracker, sent } = openPage()
    tracker.track('Lead', {}, pii)
    expect(sent()[0]!.user_data).toEqual({ ...userData, fbp: expect.any(String) })
  })

  it.each([
    undefined,
    null,
    {},
    { em: '' },
    { em: null, ph: undefined },
    { phone: '+48 601 202 303, +48 602 202 303' },
    { em: 'not an email', phone: '---', firstName: ' ', lastName: '' },
    { em: 'd41d8cd98f00b204e9800998ecf8427e' },
    { city: 'Riga', password: 'secret' },
    'Anna',
  ])('is omitted if it is empty or invalid: %j', (pii) => {
    const { tracker, sent } = openPage()
    tracker.track('Lead', {}, pii)
    expect(Object.keys(sent()[0]!.user_data!)).toEqual(['fbp'])
  })

  it('does not change the object that the page passes', () => {
    const pii = Object.freeze({ email: 'anna@school.example', phone: '8 912 345 67 89' })
    const nationalPhone = { countryCode: '7', trunkPrefix: '8' }
    const { tracker, sent } = openPage({
      script: buildTracker({ name: 'polaris', pageView: false, nationalPhone }),
    })
    tracker.track('Lead', {}, pii)
    expect(sent()[0]!.user_data).toMatchObject({ em: HASHES.em, ph: HASHES.ph })
    expect(pii.phone).toBe('8 912 345 67 89')
  })

  it.each([
    ['8 (912) 345-67-89', HASHES.ph],
    ['+7 912 345-67-89', HASHES.ph],
    [HASHES.ph, HASHES.ph],
    [89123456789, HASHES.ph],
    ['', undefined],
  ])('converts the phone number %j to international form with nationalPhone', (phone, ph) => {
    const nationalPhone = { countryCode: '7', trunkPrefix: '8' }
    const script = buildTracker({ name: 'polaris', pageView: false, nationalPhone })
    for (const pii of [{ phone }, { ph: phone }, { ph: '', phone }]) {
      const { tracker, sent } = openPage({ script })
      tracker.track('Lead', {}, pii)
      expect(sent()[0]!.user_data!.ph).toBe(ph)
    }
  })
})
