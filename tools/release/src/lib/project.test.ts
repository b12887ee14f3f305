import { describe, expect, it } from 'vitest'

import { assertRepository, readProject, requireRepository } from './project.ts'

describe('requireRepository', () => {
  it('returns the URL of the repository', () => {
    const repository = 'https://github.com/polaris/conversion-capi'
    expect(requireRepository({ author: 'Ada', repository })).toBe(repository)
  })

  it('says what to write while the URL is missing', () => {
    expect(() => requireRepository({ author: 'Ada', repository: undefined })).toThrow(
      `The root's package.json has no "repository". Write the public URL of the repository, for example "repository": "https://github.com/your-name/conversion-capi".`,
    )
  })
})

describe('assertRepository', () => {
  it.each([
    'https://github.com/polaris',
    'https://github.com/polaris/school.git',
    'git+https://github.com/polaris/school',
    'https://github.com/polaris/school/',
    'http://github.com/polaris/school',
    'polaris/school',
    { type: 'git', url: 'https://github.com/polaris/school' },
  ])('rejects %j and says what to write', (value) => {
    expect(() => assertRepository(value)).toThrow(/^"repository" .* must be .* Write for example /)
  })

  it('accepts the URL of a repository', () => {
    expect(() => assertRepository('https://github.com/polaris/school-2.0')).not.toThrow()
  })
})

it('reads the setting of this repository', () => {
  expect(readProject().author).toBe('The conversion-capi authors')
})
