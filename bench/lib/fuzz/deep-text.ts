import fc from 'fast-check'

import { stackDepth } from './stack-depth.ts'

const limit = stackDepth()

const depth = fc.oneof(
  fc.integer({ min: 1, max: 60_000 }),
  fc.integer({ min: limit - 20, max: limit + 40 }),
)

/** Nested JSON, half of it about as deep as can just be written again: once, and not a second time. */
export const deepText: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(['[', ']'], ['{"a":', '}']), depth)
  .map(([[open = '', close = ''], depth]) => `${open.repeat(depth)}1${close.repeat(depth)}`)
