import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exec } from 'tinyexec'

import { findPackages, ROOT, type WorkspacePackage } from './find-packages.ts'

/** A package in a CycloneDX document, as far as it is used here. */
export interface SbomComponent {
  name: string
  group?: string
  version: string
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[]
}

/**
 * Writes the software bill of materials as CycloneDX: the packages that npm installs with the published packages, and the
 * packages whose code they contain.
 */
export async function writeSbom(file: string): Promise<void> {
  const packages = findPackages()
  const filters = packages.map(({ name }) => `--filter=${name}`)
  const { stdout } = await exec(
    'pnpm',
    ['sbom', '--sbom-format', 'cyclonedx', '--prod', ...filters],
    { nodeOptions: { cwd: ROOT }, throwOnError: true },
  )
  const sbom: { components: SbomComponent[] } = JSON.parse(stdout)
  sbom.components.push(...packages.flatMap(describeBundled))
  await writeFile(file, `${JSON.stringify(sbom, null, 2)}\n`)
}

function describeBundled({ folder }: WorkspacePackage) {
  return findBundled(folder).map((name) => {
    const path = join(folder, 'node_modules', name, 'package.json')
    const { version, license } = JSON.parse(readFileSync(path, 'utf8'))
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    const licenses = [{ license: { id: license } }]
    return { type: 'library', name, version, purl, 'bom-ref': purl, licenses }
  })
}

/** Returns the names of the packages whose code a built package contains. */
export function findBundled(folder: string): string[] {
  const code = globSync('dist/**/*.js', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  )
  return [...new Set([...code.join('\n').matchAll(BUNDLED_FILE)].map(([, name]) => name!))]
}

/** The bundlers write the path of each file into a comment. */
const BUNDLED_FILE = /\/\/ \S*node_modules\/((?:@[\w.-]+\/)?\w[\w.-]*)\//g
