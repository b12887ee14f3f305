import { expect, it } from 'vitest'

import * as deno from './index.ts'

it('exports these names', () => {
  expect(Object.keys(deno).sort()).toEqual(['clientIp', 'createFunction', 'findPreview'])
})
