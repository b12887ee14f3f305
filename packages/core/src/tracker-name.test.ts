import { describe, expect, it } from 'vitest'

import { findNameProblem } from './tracker-name.ts'

describe('findNameProblem', () => {
  it.each(['polaris', 'Polaris', '_p', '$p1', 'tracker', 'online', 'nameOfSchool'])(
    'accepts %s',
    (name) => {
      expect(findNameProblem(name)).toBeUndefined()
    },
  )

  it.each(['', '1a', 'a-b', 'a.b', 'a b', 'a\n', 'école', undefined, null, 5, ['polaris']])(
    'requires a JavaScript identifier: %j',
    (name) => {
      expect(findNameProblem(name)).toBe('must be a JavaScript identifier, e.g. "polaris".')
    },
  )

  it.each([...Object.getOwnPropertyNames(Object.prototype)])('rejects %s', (name) => {
    expect(findNameProblem(name)).toContain(`must not be "${name}"`)
  })

  it.each(
    'class await let null location top document history status name fetch event fbq'.split(' '),
  )('rejects %s', (name) => {
    expect(findNameProblem(name)).toBe(
      `must not be "${name}", which JavaScript, browsers, the pixel or site builders use. Choose a name such as "polaris".`,
    )
  })

  it.each(
    `export package while yield Error Int16Array RangeError Uint32Array decodeURI isNaN valueOf __proto__ captureEvents cookieStore devicePixelRatio focus innerHeight menubar origin personalbar reportError screenLeft sessionStorage sidebar viewport window Document Image Option TextDecoder XMLHttpRequest _fbq wp jQuery tn gtag`.split(
      /\s+/,
    ),
  )('rejects %s, which pages use', (name) => {
    expect(findNameProblem(name)).toContain(`must not be "${name}"`)
  })
})
