import { expect, it } from 'vitest'

import * as vercel from './index.ts'
import * as node from './node.ts'

it('exports these names', () => {
  expect(Object.keys(vercel).sort()).toEqual(['clientIp', 'createFunction', 'findPreview'])
})

it('exports the same names for the Node signature', () => {
  expect(Object.keys(node).sort()).toEqual(['clientIp', 'createFunction', 'findPreview'])
})
