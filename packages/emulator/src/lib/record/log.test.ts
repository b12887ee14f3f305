import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createLog } from './records.ts'

const MIB = 1024 * 1024

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

  it('keeps about 64 MiB, but always the newest record', () => {
    const log = createLog<string>({ maxItems: 1000 })
    const texts = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(8 * MIB))
    for (const text of texts) log.add(text)
    expect(log.items()).toEqual(texts.slice(-3))
    log.add('x'.repeat(40 * MIB))
    expect(log.items()).toHaveLength(1)
    log.add('small')
    expect(log.items()).toEqual(['small'])
  })

  it('keeps 8 KiB per record if that is more', () => {
    const log = createLog<string>({ maxItems: 20_000 })
    for (let index = 0; index < 20_000; index += 1) log.add('x'.repeat(4000))
    expect(log.items()).toHaveLength(20_000)
  })

  it('counts small objects, which take more memory than their JSON', () => {
    const log = createLog<object[]>({ maxItems: 1000 })
    for (let index = 0; index < 20; index += 1) log.add(Array.from({ length: 100_000 }, () => ({})))
    expect(log.items().length).toBeLessThan(10)
  })
})
