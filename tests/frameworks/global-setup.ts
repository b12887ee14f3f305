import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { packPackages, ROOT } from '@conversion-capi/release'
import { run } from '@conversion-capi/test-support'
import { findHeadlessShell } from '@conversion-capi/test-support/chromium'

const APPS = fileURLToPath(new URL('apps', import.meta.url))
const FRAMEWORKS = ['vite', 'next', 'astro', 'sveltekit', 'react-router', 'nuxt']

/** Installs the frameworks and our packed packages, and writes the description of the example site into each app. */
export default async function setUp(): Promise<void> {
  findHeadlessShell()
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], APPS)
  const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-frameworks-'))
  for (const { name, tarball } of await packPackages(folder)) {
    const target = join(APPS, 'node_modules', name)
    await rm(target, { recursive: true, force: true })
    await mkdir(target, { recursive: true })
    await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', target], folder)
    await linkDependencies(target)
  }
  await rm(folder, { recursive: true })

  const school = await readFile(join(ROOT, 'examples/school-site/school.config.ts'), 'utf8')
  for (const framework of FRAMEWORKS) {
    const site = `{ host: 'node', framework: '${framework}', pixelId: '770000000000077', tracker: { consent: 'wait' } }`
    const config = school.replace(/(SiteOptions =) \{.*?^\}/ms, `$1 ${site}`)
    await writeFile(join(APPS, framework, 'school.config.ts'), config)
  }
}

/** What the packages install, from the workspace, unless a framework installs the same. */
async function linkDependencies(packed: string): Promise<void> {
  const { repository, dependencies = {} } = JSON.parse(
    await readFile(join(packed, 'package.json'), 'utf8'),
  ) as { repository: { directory: string }; dependencies?: Record<string, string> }
  for (const name of Object.keys(dependencies)) {
    const target = join(APPS, 'node_modules', name)
    if (name.includes('conversion-capi') || existsSync(target)) continue
    await mkdir(dirname(target), { recursive: true })
    await symlink(join(ROOT, repository.directory, 'node_modules', name), target, 'junction')
  }
}
