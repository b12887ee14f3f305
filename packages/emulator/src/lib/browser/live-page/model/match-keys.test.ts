import { expect, it } from 'vitest'

import { findAddedKeys, findKeysWithoutPixel } from './compare-copies.ts'
import { copy } from './records.fixture.ts'

it.each<[browser: object | undefined, server: object, keys: string, added?: string]>([
  [{ fbp: 'x' }, { fbp: 'x', em: 'a', fn: 'b', external_id: '42' }, 'em external_id fn'],
  [{ em: 'a' }, { em: 'a', fn: 'b' }, '', 'fn'],
  [{ external_id: 'a' }, { em: 'a' }, '', 'em'],
  [{ em: '' }, { em: ['a'] }, 'em'],
  [{}, { fbp: 'x', fbc: 'y', client_ip_address: '::1' }, '', 'fbc fbp'],
  // Only a school's own server sends them.
  [{}, { ct: 'a', lead_id: 1 }, '', 'ct lead_id'],
  [undefined, { em: 'a' }, '', 'em'],
])('lists the keys that the pixel lacks: %j and %j', (browser, server, keys, added = keys) => {
  const copies = [
    copy({ user_data: { ...server } }),
    ...(browser ? [copy({ source: 'browser', user_data: { ...browser } })] : []),
  ]
  expect(findKeysWithoutPixel(copies).join(' ')).toBe(keys)
  expect(findAddedKeys(copies).join(' ')).toBe(added)
})
