// Makes the links of the published packages' READMEs absolute, for npm. Restore the files with Git afterwards.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { findPackages, findStaleClaims, readRepository, resolveReadme, ROOT } from '../src/index.ts'

const claims = readFileSync(join(ROOT, 'docs/inside/meta-claims.md'), 'utf8')
for (const { page, claim, checked } of findStaleClaims(claims, Date.now())) {
  console.error(`${page}: "${claim}" was checked in ${checked}. Check it again, and date it anew.`)
  process.exitCode = 1
}

const repository = readRepository()
if (repository) {
  for (const { directory, folder } of findPackages()) {
    const file = join(folder, 'README.md')
    writeFileSync(file, resolveReadme(readFileSync(file, 'utf8'), directory, repository))
  }
} else {
  console.error('The URL of the repository is a placeholder. Replace OWNER in every package.json.')
  process.exitCode = 1
}
