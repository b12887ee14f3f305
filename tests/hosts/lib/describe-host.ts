import { cp } from 'node:fs/promises'
import { join } from 'node:path'

import { describeConformance, type Host, overHttp } from '@conversion-capi/conformance'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { installPacked } from '@conversion-capi/test-support'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { beforeAll, describe, inject } from 'vitest'

import { describePreview } from './describe-preview.ts'
import { describeSite } from './describe-site.ts'
import type { Runtime } from './runtime.ts'

/** Declares the tests of a host: the conformance suite, the static files, an event from a real page, and previews. */
export function describeHost(runtime: Runtime): void {
  const { takesNoChunks } = runtime
  describe(`${runtime.name}`, () => {
    // Each host gets a copy, because these tools write into the project they serve.
    const folder = useFolder()
    beforeAll(() => copyProject(runtime.project, folder.path))

    describeConformance(
      runtime.name,
      async (env) => {
        const { origin, close } = await runtime.start(folder.path, env)
        return { handle: (takesNoChunks ? overHttpUnchunked : overHttp)(origin), close }
      },
      runtime,
    )

    describeSite(runtime, folder)
    describePreview(runtime, folder)
  })
}

/** Copies a project into a folder and installs the packed packages there. */
export async function copyProject(project: Runtime['project'], folder: string): Promise<void> {
  await cp(join(inject('site'), 'dist', project), folder, { recursive: true })
  await installPacked(folder, inject('tarballs'))
}

/** Like `overHttp`, but sends bodies with a `Content-Length`, as browsers do. */
function overHttpUnchunked(origin: string): Host['handle'] {
  return async function handle(request) {
    const { method, headers } = request
    const body = request.body && (await request.arrayBuffer())
    return fetch(origin + CONVERSION_PATH, { method, headers, body })
  }
}
