/**
 * Packs the published packages of this workspace. Needs Node and pnpm.
 *
 * @module
 */

export { findPackages, ROOT } from './lib/find-packages.ts'
export { findStaleClaims, readClaims } from './lib/find-stale-claims.ts'
export { packPackages, readPackage } from './lib/pack-packages.ts'
export type { PackedPackage } from './lib/pack-packages.ts'
export { readRepository } from './lib/find-packages.ts'
export { resolveLinks } from './lib/resolve-links.ts'
export { resolveReadme } from './lib/resolve-links.ts'
