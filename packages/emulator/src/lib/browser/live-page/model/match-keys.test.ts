import { expect, it } from 'vitest'

import type { ReceivedEvent } from '../../../event/received-event.ts'
import { findKeysWithoutPixel, findMatchKeys } from './match-keys.ts'
import { copy } from './records.fixture.ts'

const COPY = copy({ action_source: 'system_generated' })

const keysOf = (changes: Partial<ReceivedEvent>) =>
  findMatchKeys([{ ...COPY, ...changes }]).map(({ key }) => key)

it('lists the identifiers of a page as before', () => {
  const keys = 'em ph fbc fbp client_ip_address external_id client_user_agent fn ln'.split(' ')
  expect(keysOf({ action_source: 'website' })).toEqual(keys)
  expect(keysOf({ source: 'browser' })).toEqual(keys)
})

it('expects no connection of an event without a page, but the profile', () => {
  expect(keysOf({})).toEqual('em ph fbc fbp external_id fn ln ct st zp country db ge'.split(' '))
})

it('lists other identifiers if they are present', () => {
  const user_data = { lead_id: '1', subscription_id: ['a'], fb_login_id: 1, client_user_agent: 'x' }
  expect(keysOf({ user_data })).toEqual(
    expect.arrayContaining(['lead_id', 'subscription_id', 'fb_login_id', 'client_user_agent']),
  )
  expect(keysOf({ action_source: 'website', user_data: { ct: 'x' } })).toContain('ct')
})

it.each<[browser: object | undefined, server: object, keys: string]>([
  [{ fbp: 'x' }, { fbp: 'x', em: 'a', fn: 'b', external_id: '42' }, 'em external_id fn'],
  [{ em: 'a' }, { em: 'a', fn: 'b' }, ''],
  [{ external_id: 'a' }, { em: 'a' }, ''],
  [{ em: '' }, { em: ['a'] }, 'em'],
  [{}, { fbp: 'x', fbc: 'y', client_ip_address: '::1' }, ''],
  // Only a school's own server sends it.
  [{}, { ct: 'a' }, ''],
  [undefined, { em: 'a' }, ''],
])('lists the keys that the pixel lacks: %j and %j', (browser, server, keys) => {
  const copies = [
    { ...COPY, user_data: { ...server } },
    ...(browser ? [{ ...COPY, source: 'browser' as const, user_data: { ...browser } }] : []),
  ]
  expect(findKeysWithoutPixel(copies).join(' ')).toBe(keys)
})
