import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describeConformance, overHttp } from '@conversion-capi/conformance'
import { afterAll, beforeAll, describe, inject } from 'vitest'

import { describeSite } from './describe-site.ts'
import { installPacked } from '@conversion-capi/testing'
import { overHttpWhole } from './over-http-whole.ts'
import type { Runtime } from './runtime.ts'

/** Declares all that a host must show: the specification's rules, the static files, an event from a page. */
export function describeHost(runtime: Runtime): void {
  const { takesNoChunks } = runtime
  describe(`${runtime.name}`, () => {
    let folder: string

    // Its own copy: these tools write into the project they serve.
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'conversion-capi-host-'))
      await copyProject(runtime.project, folder)
    })

    afterAll(() => rm(folder, { recursive: true, force: true }))

    describeConformance(
      runtime.name,
      async (env) => {
        const { origin, close } = await runtime.start(folder, env)
        return { handle: (takesNoChunks ? overHttpWhole : overHttp)(origin), close }
      },
      runtime,
    )

    describeSite(runtime, () => folder)
  })
}

async function copyProject(project: Runtime['project'], folder: string): Promise<void> {
  if (project === 'whole') return cp(inject('site'), folder, { recursive: true })
  await cp(join(inject('site'), 'dist', project), folder, { recursive: true })
  await installPacked(folder, inject('tarballs'))
}
