import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import type { TestProject } from 'vitest/node'

import { packPackages } from '@conversion-capi/release'
import { installPacked, run } from '@conversion-capi/test-support'
import { findHeadlessShell } from '@conversion-capi/test-support/chromium'

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
  findHeadlessShell()
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], RUNTIMES)

  const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-hosts-'))
  const site = join(folder, 'site')
  const packed = await packPackages(join(folder, 'packed'))
  const tarballs = Object.fromEntries(packed.map(({ name, tarball }) => [name, tarball]))
  await cp(EXAMPLE, site, { recursive: true, filter: (path) => !BUILD_OUTPUT.test(path) })
  await installPacked(site, tarballs)
  await addPages(site)
  await addSettings(site)
  await run('node', ['build.ts'], site)
  project.provide('tarballs', tarballs)
  project.provide('site', site)
  return () => rm(folder, { recursive: true, force: true })
}

/** Adds pages with drawn names, of the characters of RFC 3986 and of IRIs, which hosts and formats spell differently. */
async function addPages(site: string): Promise<void> {
  const unit = fc.constantFrom(
    ..."aZ09-._~!$&'()*+,;=:@",
    'é',
    'e\u0301',
    'ї',
    'ж',
    'ع',
    '中',
    '😀',
  )
  const names = fc.sample(fc.string({ unit, minLength: 1, maxLength: 12 }), 30)
  const paths = names.map((name, index) => `/${index}${name}${index % 2 ? 'к' : 'k'}.html`)
  console.log(`Drawn pages: ${paths.join(' ')}`)
  const source = join(site, 'public/programs/physics.html')
  for (const path of paths) await cp(source, join(site, 'public', path))
  const config = join(site, 'school.config.ts')
  const pages = paths.map((path) => JSON.stringify({ path, title: 'Names', description: 'D.' }))
  const text = await readFile(config, 'utf8')
  await writeFile(
    config,
    text.replace(/(?<=^ {2}pages: \[)/m, () => `${pages.join()},`),
  )
}

/** Adds settings of the school, which the build merges with its own. */
async function addSettings(site: string): Promise<void> {
  await writeFile(join(site, 'public/_headers'), '/*\n  X-Own: yes\n  Cache-Control: no-store\n')
  await writeFile(join(site, 'public/_redirects'), '/old/* /docs/api.html 301\n')
  const file = join(site, 'hosts/vercel/vercel.json')
  const headers = [
    { key: 'X-Own', value: 'yes' },
    { key: 'Cache-Control', value: 'no-store' },
  ]
  const settings = {
    ...JSON.parse(await readFile(file, 'utf8')),
    headers: [{ source: '/(.*)', headers }],
    redirects: [{ source: '/old/:path*', destination: '/docs/api.html', statusCode: 301 }],
  }
  await writeFile(file, JSON.stringify(settings))
}
