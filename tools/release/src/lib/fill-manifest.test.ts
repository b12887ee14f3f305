import { expect, it } from 'vitest'

import { fillManifest } from './fill-manifest.ts'

const MANIFEST = { name: '@conversion-capi/core', version: '1.0.0' }

it('adds the links to the repository', () => {
  const project = { author: 'Ada', repository: 'https://github.com/polaris/conversion-capi' }
  expect(fillManifest(MANIFEST, 'packages/core', project)).toEqual({
    ...MANIFEST,
    author: 'Ada',
    homepage: 'https://github.com/polaris/conversion-capi/tree/HEAD/packages/core#readme',
    bugs: { url: 'https://github.com/polaris/conversion-capi/issues' },
    repository: {
      type: 'git',
      url: 'git+https://github.com/polaris/conversion-capi.git',
      directory: 'packages/core',
    },
  })
})

it('adds only the author without a repository', () => {
  const project = { author: 'Ada', repository: undefined }
  expect(fillManifest(MANIFEST, 'packages/core', project)).toEqual({ ...MANIFEST, author: 'Ada' })
})
