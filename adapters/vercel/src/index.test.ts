import { expect, it } from 'vitest'

import * as vercel from './index.ts'

it('exports these names', () => {
  expect(Object.keys(vercel).sort()).toEqual(['clientIp', 'createFunction'])
})
