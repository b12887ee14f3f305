// Writes the folder for `changeset publish --from-pack-dir`: the tarballs, and the plan of what npm does not have yet.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, posix, resolve } from 'node:path'
import { exec } from 'tinyexec'

import { packPackages, requireRepository, writeSbom } from '../src/index.ts'

interface Release {
  kind: 'publish' | 'tag-only'
  name: string
  tarball?: { path: string; integrity: string }
}

try {
  await packRelease(resolve('packed'))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function packRelease(folder: string): Promise<void> {
  requireRepository()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const planFile = join(folder, 'publish-plan.json')
  await exec('pnpm', ['exec', 'changeset', 'publish-plan', '--output', planFile], {
    nodeOptions: { stdio: 'inherit' },
    throwOnError: true,
  })

  const packed = await packPackages(join(folder, 'packages'))
  await writeSbom(join(folder, 'sbom.cdx.json'))
  const plan: { plan: Release[][] } = JSON.parse(readFileSync(planFile, 'utf8'))
  for (const release of plan.plan.flat().filter(({ kind }) => kind === 'publish')) {
    const { tarball } = packed.find(({ name }) => name === release.name)!
    const digest = createHash('sha256').update(readFileSync(tarball)).digest('base64')
    release.tarball = {
      path: posix.join('packages', basename(tarball)),
      integrity: `sha256-${digest}`,
    }
  }
  writeFileSync(planFile, JSON.stringify(plan, null, 2))
}
