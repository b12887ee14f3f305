import { describe, expect, it } from 'vitest'

import { varyByAccept } from './vary-by-accept.ts'

describe('varyByAccept()', () => {
  it.each([
    [undefined, 'Accept'],
    ['Origin', 'Origin, Accept'],
    ['accept', 'accept'],
    ['Origin,ACCEPT', 'Origin,ACCEPT'],
    ['*', '*'],
  ])('makes of %j %j', (own, vary) => {
    expect(varyByAccept(own === undefined ? {} : { Vary: own })).toEqual({ Vary: vary })
  })
})
