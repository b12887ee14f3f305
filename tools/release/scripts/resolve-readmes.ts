// Makes the links of the published packages' READMEs absolute, for npm. Restore the files with Git afterwards.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { findPackages, readRepository, resolveReadme } from '../src/index.ts'

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
