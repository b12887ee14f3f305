// Applies the changesets, and writes the new version into the files that changesets does not know.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exec } from 'tinyexec'

import { findPackages, ROOT } from '../src/index.ts'

await exec('pnpm', ['exec', 'changeset', 'version'], {
  nodeOptions: { cwd: ROOT, stdio: 'inherit' },
  throwOnError: true,
})
const { version } = findPackages()[0]!

// The projects of the example are outside the workspace, and JSR has its own manifest.
for (const file of globSync(
  ['examples/school-site/hosts/*/package.json', 'adapters/deno/jsr.json'],
  { cwd: ROOT },
)) {
  const path = join(ROOT, file)
  const text = readFileSync(path, 'utf8')
    .replaceAll(/(@conversion-capi\/[a-z]+(?:@|": ")\^)[^"]+/g, `$1${version}`)
    .replace(/"version": "[^"]+"/, `"version": "${version}"`)
  writeFileSync(path, text)
}
