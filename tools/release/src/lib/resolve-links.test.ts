import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { findPackages } from './find-packages.ts'
import { resolveLinks } from './resolve-links.ts'

const REPOSITORY = 'https://github.com/polaris/conversion-capi'

describe('resolveLinks with a repository', () => {
  it.each([
    [
      '[guide](../../docs/guides/operating.md#three-alerts)',
      `[guide](${REPOSITORY}/blob/HEAD/docs/guides/operating.md#three-alerts)`,
    ],
    ['[../../LICENSE](../../LICENSE)', `[../../LICENSE](${REPOSITORY}/blob/HEAD/LICENSE)`],
    ['[recipes](../../examples/recipes/)', `[recipes](${REPOSITORY}/tree/HEAD/examples/recipes)`],
    [
      '![page](../../docs/public/images/live-page.webp "Live")',
      `![page](${REPOSITORY}/raw/HEAD/docs/public/images/live-page.webp "Live")`,
    ],
    ['[a][b]\n\n[b]: ../../LICENSE', `[a][b]\n\n[b]: ${REPOSITORY}/blob/HEAD/LICENSE`],
    [
      '[Node](../../adapters/node/README.md#limits)',
      '[Node](https://www.npmjs.com/package/@conversion-capi/node#limits)',
    ],
    ['[tracker](../tracker)', '[tracker](https://www.npmjs.com/package/@conversion-capi/tracker)'],
  ])('resolves %s', (markdown, expected) => {
    expect(resolveLinks(markdown, 'packages/core', REPOSITORY)).toBe(expected)
  })

  it.each([
    '[below](#options)',
    '[Meta](https://developers.facebook.com/docs)',
    '<mailto:ada@school.example>',
    '`[code](../../LICENSE)`',
    '```md\n[code](../../LICENSE)\n```',
  ])('keeps %j', (markdown) => {
    expect(resolveLinks(markdown, 'packages/core', REPOSITORY)).toBe(markdown)
  })

  it('throws if a link leads to a missing file', () => {
    expect(() =>
      resolveLinks('[guide](../../docs/missing.md)', 'packages/core', REPOSITORY),
    ).toThrow('packages/core/README.md links to ../../docs/missing.md, which does not exist.')
  })
})

describe('resolveLinks without a repository', () => {
  it.each([
    ['See [the **guide**](../../docs/guides/operating.md) first.', 'See the **guide** first.'],
    ['![The live page](../../docs/public/images/live-page.webp)', 'The live page'],
    ['[Node](../../adapters/node)', '[Node](https://www.npmjs.com/package/@conversion-capi/node)'],
  ])('resolves %s', (markdown, expected) => {
    expect(resolveLinks(markdown, 'packages/core', undefined)).toBe(expected)
  })
})

describe.each(findPackages())('the README of $name', ({ directory, folder }) => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')

  it.each([REPOSITORY, undefined])('has no relative links with the repository %s', (repository) => {
    const links = [...resolveLinks(readme, directory, repository).matchAll(/\]\(([^)\s]+)/g)]
    expect(links.map(([, url]) => url).filter((url) => !/^(https:|#)/.test(url!))).toEqual([])
  })
})
