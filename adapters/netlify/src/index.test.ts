import { expect, it } from 'vitest'

import * as netlify from './index.ts'

it('exports these names', () => {
  expect(Object.keys(netlify).sort()).toEqual(['clientIp', 'createFunction', 'findPreview'])
})
