import { expect, it } from 'vitest'

import { didYouMean } from './did-you-mean.ts'

it.each([
  ['biuld', 'build'],
  ['ENDPOINT', 'endpoint'],
  ['buildings', undefined],
  ['bld', undefined],
  ['endpiont', 'endpoint'],
  ['endp', undefined],
])('%s is close to %s', (word, meant) => {
  const expected = meant === undefined ? '' : ` Did you mean "${meant}"?`
  expect(didYouMean(word, ['build', 'endpoint', 'host'])).toBe(expected)
})
