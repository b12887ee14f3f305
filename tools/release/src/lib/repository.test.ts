import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { findPackages, ROOT } from './find-packages.ts'
import { repositoryFields, requireRepository } from './repository.ts'

const REPOSITORY = 'https://github.com/polaris/conversion-capi'

it.each(findPackages())('the manifest of $name has the URL of the repository', (each) => {
  const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const manifest = JSON.parse(readFileSync(join(each.folder, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject(repositoryFields(repository, each.directory))
})

describe('requireRepository', () => {
  it('returns the URL of the repository', () => {
    expect(requireRepository(REPOSITORY)).toBe(REPOSITORY)
  })

  it('says how to set the URL while it is the placeholder', () => {
    expect(() => requireRepository(undefined)).toThrow(
      'The URL of the repository is the placeholder https://github.com/OWNER/conversion-capi. Run: node tools/release/scripts/set-repository.ts https://github.com/your-name/conversion-capi',
    )
  })
})

describe('repositoryFields', () => {
  it('links to the folder of the package', () => {
    expect(repositoryFields(REPOSITORY, 'packages/core')).toEqual({
      homepage: `${REPOSITORY}/tree/HEAD/packages/core#readme`,
      bugs: { url: `${REPOSITORY}/issues` },
      repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: 'packages/core' },
    })
  })

  it.each([
    'https://github.com/polaris',
    'https://github.com/polaris/school.git',
    'https://github.com/polaris/school/',
    'http://github.com/polaris/school',
    'polaris/school',
  ])('rejects %s and says what to write', (url) => {
    expect(() => repositoryFields(url, 'packages/core')).toThrow(/ must be .* Run: node /)
  })
})
