import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describeHost } from './lib/describe-host.ts'
import { findBin } from './lib/find-bin.ts'
import { run, startProcess } from '@conversion-capi/test-support'

const SERVER = fileURLToPath(new URL('lib/serve-build-output.ts', import.meta.url))

describeHost({
  name: 'Vercel, the output of vercel build',
  project: 'vercel',
  preview: { signal: 'VERCEL_ENV is "preview"', env: { VERCEL_ENV: 'preview' } },
  async start(site, env) {
    const output = join(site, '.vercel/output')
    if (!existsSync(output)) await build(site)
    return startProcess(process.execPath, [SERVER, output], { cwd: site, env })
  },
})

/** Runs `vercel build` in a project that looks linked to an account, so that it does not ask for a login. */
async function build(site: string): Promise<void> {
  const project = { projectId: 'prj_local', orgId: 'team_local', settings: { framework: null } }
  await mkdir(join(site, '.vercel'), { recursive: true })
  await writeFile(join(site, '.vercel/project.json'), JSON.stringify(project))
  await run(process.execPath, [findBin('vercel'), 'build', '--yes'], site)
}
