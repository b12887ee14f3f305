/**
 * Packs the published packages of this workspace. Needs Node and pnpm.
 *
 * @module
 */

export { findPackages } from './lib/find-packages.ts'
export type { WorkspacePackage } from './lib/find-packages.ts'
export { packPackages, readPackage } from './lib/pack-packages.ts'
export type { PackedPackage } from './lib/pack-packages.ts'
export { readProject, requireRepository } from './lib/project.ts'
export type { Project } from './lib/project.ts'
export { findBundled, writeSbom } from './lib/write-sbom.ts'
export type { SbomComponent } from './lib/write-sbom.ts'
