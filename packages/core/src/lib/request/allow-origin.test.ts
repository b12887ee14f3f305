import { describe, expect, it } from 'vitest'

import { allowOrigin } from './allow-origin.ts'

describe('allowOrigin', () => {
  it.each([null, 'null', 'https://anywhere.example'])(
    'returns * for %s without a list',
    (origin) => {
      expect(allowOrigin(origin, undefined)).toBe('*')
    },
  )

  it.each([
    ['https://school.example', 'https://school.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://www.school.example', '*.school.example'],
    ['https://a.b.school.example', '*.school.example'],
  ])('allows %s with the pattern %s', (origin, pattern) => {
    expect(allowOrigin(origin, ['https://other.example', pattern])).toBe(origin)
  })

  it.each([
    [null, 'https://school.example'],
    ['null', 'https://school.example'],
    ['', '*.school.example'],
    ['http://school.example', 'https://school.example'],
    ['https://school.example:8443', 'https://school.example'],
    ['https://school.example.evil.example', 'https://school.example'],
    ['https://school.example', '*.school.example'],
    ['http://www.school.example', '*.school.example'],
    ['https://evilschool.example', '*.school.example'],
    ['https://www.school.example.evil.example', '*.school.example'],
    ['https://www.school.example:8443', '*.school.example'],
  ])('rejects %s with the pattern %s', (origin, pattern) => {
    expect(allowOrigin(origin, [pattern])).toBeUndefined()
  })

  it('rejects every origin with an empty list', () => {
    expect(allowOrigin('https://school.example', [])).toBeUndefined()
  })
})
