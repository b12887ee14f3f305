/**
 * Packs the published packages of this workspace. Needs Node and pnpm.
 *
 * @module
 */

export { findPackages, readRepository, ROOT } from './lib/find-packages.ts'
export { findStaleClaims, readClaims } from './lib/find-stale-claims.ts'
export { type PackedPackage, packPackages, readPackage } from './lib/pack-packages.ts'
export { resolveLinks, resolveReadme } from './lib/resolve-links.ts'
