// Packs the published packages, which must be built: `node packages.ts <folder>`.
import { rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

import { packPackages, writeSbom } from '../src/index.ts'

const [folder = 'packed'] = process.argv.slice(2)
// Tarballs of another version would be installed too.
rmSync(folder, { recursive: true, force: true })
const packed = await packPackages(resolve(folder))
await writeSbom(join(folder, 'sbom.cdx.json'))
for (const { tarball } of packed) console.log(relative('.', tarball))
const tarballs = packed.map(({ tarball }) => `"${tarball}"`)
console.log(`
Install them in your project. npm does not have them yet, so install all: they depend on each other.

  npm install ${process.platform === 'win32' ? tarballs.join(' ') : `"${resolve(folder)}"/*.tgz`}`)
