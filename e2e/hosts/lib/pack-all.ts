import { mkdir } from 'node:fs/promises'

import { findPackages } from '../../packages/find-packages.ts'
import { pack } from '../../packages/pack.ts'

/** Packs every package as it would be published, and says where the tarballs are, by name. */
export async function packAll(into: string): Promise<Record<string, string>> {
  await mkdir(into, { recursive: true })
  const packed = await Promise.all(
    findPackages().map(async (each) => [each.name, (await pack(each, into)).tarball] as const),
  )
  return Object.fromEntries(packed)
}
