import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { findPackages } from './find-packages.ts'
import { resolveReadme } from './resolve-links.ts'

const REPOSITORY = 'https://github.com/polaris/conversion-capi'

it.each([
  [
    '[guide](../../docs/guides/operating.md#three-alerts)',
    `[guide](${REPOSITORY}/blob/HEAD/docs/guides/operating.md#three-alerts)`,
  ],
  ['[recipes](../../examples/recipes/)', `[recipes](${REPOSITORY}/tree/HEAD/examples/recipes)`],
  [
    '![page](../../docs/public/images/live-page.webp "Live")',
    `![page](${REPOSITORY}/raw/HEAD/docs/public/images/live-page.webp "Live")`,
  ],
  [
    '[Node](../../adapters/node/README.md#limits)',
    '[Node](https://www.npmjs.com/package/@conversion-capi/node#limits)',
  ],
  ['[tracker](../tracker)', '[tracker](https://www.npmjs.com/package/@conversion-capi/tracker)'],
  ['[reference](../../docs/reference/findings.md)', 'reference'],
])('resolves %s', (markdown, expected) => {
  expect(resolveReadme(markdown, 'packages/core', REPOSITORY)).toBe(expected)
})

it.each(findPackages())("leaves no relative link in $name's README", ({ directory, folder }) => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  expect(resolveReadme(readme, directory, REPOSITORY)).not.toMatch(/\]\((?!https:|#)/)
})
