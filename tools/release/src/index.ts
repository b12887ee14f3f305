/**
 * Packs the published packages of this workspace. Needs Node and pnpm.
 *
 * @module
 */

export { findPackages, ROOT } from './lib/find-packages.ts'
export { packPackages, readPackage } from './lib/pack-packages.ts'
export type { PackedPackage } from './lib/pack-packages.ts'
export { readRepository, repositoryFields, requireRepository } from './lib/repository.ts'
export { resolveLinks } from './lib/resolve-links.ts'
export { findBundled, writeSbom } from './lib/write-sbom.ts'
export type { SbomComponent } from './lib/write-sbom.ts'
