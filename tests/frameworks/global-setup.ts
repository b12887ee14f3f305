import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { packPackages } from '@conversion-capi/release'
import { run } from '@conversion-capi/test-support'
import { findHeadlessShell } from '@conversion-capi/test-support/chromium'
import { loadProject, renderSite } from 'conversion-capi'

const APPS = fileURLToPath(new URL('apps', import.meta.url))

/** Installs the frameworks and our packed packages, and writes the content files of the example site. */
export default async function setUp(): Promise<void> {
  findHeadlessShell()
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], APPS)
  const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-frameworks-'))
  for (const { name, tarball } of await packPackages(folder)) {
    const target = join(APPS, 'node_modules', name)
    await rm(target, { recursive: true, force: true })
    await mkdir(target, { recursive: true })
    await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', target], folder)
  }
  await rm(folder, { recursive: true })

  const { resources } = await renderSite(await loadProject('examples/school-site'))
  await writeFile(join(APPS, 'shared/content.json'), JSON.stringify(resources))
}
