import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

import { packPackages } from '@conversion-capi/release'
import { installPacked, run } from '@conversion-capi/test-support'
import { findChromium } from '@conversion-capi/test-support/chromium'

import { RUNTIMES } from './lib/find-bin.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built example site, outside the workspace. Read-only: tests copy it. */
    site: string
    /** The paths of the packed packages, by package name. */
    tarballs: Record<string, string>
  }
}

const EXAMPLE = fileURLToPath(new URL('../../examples/school-site', import.meta.url))
const BUILD_OUTPUT = /[/\\](node_modules|dist|\.turbo|\.vercel|\.netlify|\.wrangler)$/

/** Installs the runtimes, packs the packages, and builds the example site from them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  findChromium()
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], RUNTIMES)

  const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-hosts-'))
  const site = join(folder, 'site')
  const packed = await packPackages(join(folder, 'packed'))
  const tarballs = Object.fromEntries(packed.map(({ name, tarball }) => [name, tarball]))
  await cp(EXAMPLE, site, { recursive: true, filter: (path) => !BUILD_OUTPUT.test(path) })
  await installPacked(site, tarballs)
  await run('node', ['build.ts'], site)
  project.provide('tarballs', tarballs)
  project.provide('site', site)
  return () => rm(folder, { recursive: true, force: true })
}
