import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

import { findPackages } from '@conversion-capi/release'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

it('all published packages have the same version', () => {
  expect(new Set(findPackages().map(({ version }) => version)).size).toBe(1)
})

it.each(
  globSync(['examples/school-site/hosts/*/package.json', 'adapters/deno/jsr.json'], { cwd: ROOT }),
)('%s names this version of the packages', (file) => {
  const text = readFileSync(`${ROOT}${file}`, 'utf8')
  const ranges = [...text.matchAll(/@conversion-capi\/[a-z]+(?:@|": ")(\^[^"]+)/g)]
  const { version } = findPackages()[0]!
  expect(new Set(ranges.map(([, range]) => range))).toEqual(new Set([`^${version}`]))
  expect(JSON.parse(text).version ?? version).toBe(version)
})
