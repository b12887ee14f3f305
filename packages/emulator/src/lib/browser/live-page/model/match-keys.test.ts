import { expect, it } from 'vitest'

import { findAddedKeys } from './compare-copies.ts'
import { copy } from './records.fixture.ts'

it.each<[browser: object | undefined, server: object, added: string]>([
  [{ fbp: 'x' }, { fbp: 'x', em: 'a', fn: 'b', external_id: '42' }, 'em external_id fn'],
  [{ em: '' }, { em: ['a'] }, 'em'],
  [{}, { fbp: 'x', fbc: 'y', client_ip_address: '::1' }, 'fbc fbp'],
  // Only a school's own server sends them.
  [{}, { ct: 'a', lead_id: 1 }, 'ct lead_id'],
  [undefined, { em: 'a' }, 'em'],
])('lists the keys that the server added: %j and %j', (browser, server, added) => {
  const copies = [
    copy({ user_data: { ...server } }),
    ...(browser ? [copy({ source: 'browser', user_data: { ...browser } })] : []),
  ]
  expect(findAddedKeys(copies).join(' ')).toBe(added)
})
