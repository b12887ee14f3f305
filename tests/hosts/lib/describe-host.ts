import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describeConformance, type Host, overHttp } from '@conversion-capi/conformance'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { afterAll, beforeAll, describe, inject } from 'vitest'

import { describePreview } from './describe-preview.ts'
import { describeSite } from './describe-site.ts'
import { installPacked } from '@conversion-capi/test-support'
import type { Runtime } from './runtime.ts'

/** Declares the tests of a host: the conformance suite, the static files, an event from a real page, and previews. */
export function describeHost(runtime: Runtime): void {
  const { takesNoChunks } = runtime
  describe(`${runtime.name}`, () => {
    let folder: string

    // Each host gets a copy, because these tools write into the project they serve.
    beforeAll(async () => {
      folder = await copyProject(runtime.project)
    })

    afterAll(() => rm(folder, { recursive: true, force: true }))

    describeConformance(
      runtime.name,
      async (env) => {
        const { origin, close } = await runtime.start(folder, env)
        return { handle: (takesNoChunks ? overHttpUnchunked : overHttp)(origin), close }
      },
      runtime,
    )

    describeSite(runtime, () => folder)
    describePreview(runtime, () => folder)
  })
}

/** Copies a project into a new temporary folder and installs the packed packages there. */
export async function copyProject(project: Runtime['project']): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-host-'))
  await cp(join(inject('site'), 'dist', project), folder, { recursive: true })
  await installPacked(folder, inject('tarballs'))
  return folder
}

/** Like `overHttp`, but sends bodies with a `Content-Length`, as browsers do. */
function overHttpUnchunked(origin: string): Host['handle'] {
  return async function handle(request) {
    const { method, headers } = request
    const body = request.body && (await request.arrayBuffer())
    return fetch(origin + CONVERSION_PATH, { method, headers, body })
  }
}
