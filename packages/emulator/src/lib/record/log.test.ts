import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createLog } from './records.ts'

describe('createLog()', () => {
  it('keeps the newest records, in order, and passes each removed one to onRemove', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.nat({ max: 60 }), (maxItems, count) => {
        const removed: number[] = []
        const log = createLog<number>({ maxItems, onRemove: (item) => removed.push(item) })
        const added = Array.from({ length: count }, (_, index) => index)
        for (const item of added) log.add(item)
        expect(log.items()).toEqual(added.slice(-maxItems))
        expect([...removed, ...log.items()]).toEqual(added)
      }),
    )
  })
})
