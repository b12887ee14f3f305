// Packs the published packages, which must be built: `node packages.ts <folder>`.
import { rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'

import { packPackages } from '../src/index.ts'

const folder = resolve(process.argv[2] ?? 'packed')
// Tarballs of another version would be installed too.
rmSync(folder, { recursive: true, force: true })
const tarballs = (await packPackages(folder)).map(({ tarball }) => tarball)
for (const tarball of tarballs) console.log(relative('.', tarball))
console.log(`
Install them in your project. npm does not have them yet, so install all: they depend on each other.

  npm install ${process.platform === 'win32' ? tarballs.map((each) => `"${each}"`).join(' ') : `"${folder}"/*.tgz`}`)
