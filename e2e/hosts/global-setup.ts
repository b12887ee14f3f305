import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

import { findChromium } from '@conversion-capi/testing/chromium'
import { packPackages, run } from '@conversion-capi/testing'
import { RUNTIMES } from './lib/find-bin.ts'
import { prepareSite } from './lib/prepare-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The example site as a project of its own, built. Nobody writes into it: copy it. */
    site: string
    /** The packed packages, by name. */
    tarballs: Record<string, string>
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  findChromium()
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], RUNTIMES)

  const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-hosts-'))
  const site = join(folder, 'site')
  const packed = await packPackages(join(folder, 'packed'))
  const tarballs = Object.fromEntries(packed.map(({ name, tarball }) => [name, tarball]))
  await prepareSite(site, tarballs)
  project.provide('tarballs', tarballs)
  project.provide('site', site)
  return () => rm(folder, { recursive: true, force: true })
}
