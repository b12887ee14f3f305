import { expect, it } from 'vitest'

import * as node from './index.ts'

it('exports these names', () => {
  expect(Object.keys(node).sort()).toEqual(['clientIp', 'serve'])
})
