import { serveResources } from '@conversion-capi/content/serve'
import type { Config } from '@conversion-capi/core'
import { createEmulator } from '@conversion-capi/emulator'
import { serve } from '@conversion-capi/node'
import { onTestFinished } from 'vitest'

import { loadProject } from '../project/load-project.ts'
import { writeProject } from '../project/write-project.fixture.ts'
import { allFiles, renderSite } from '../site/render-site.ts'

export type Change = (request: Request, response: Response) => Response | Promise<Response>

const CONFIG: Config = { pixelId: '1234567890', accessToken: 'emulator-access-token' }

export async function deployProject(
  options: { dir?: string; change?: Change; config?: Partial<Config> } = {},
) {
  const dir = options.dir ?? (await writeProject())
  const files = allFiles(await renderSite(await loadProject(dir)))
  const serveFile = serveResources(files)
  const emulator = createEmulator()
  const server = await serve({
    port: 0,
    hostname: '127.0.0.1',
    signals: false,
    config: { ...CONFIG, ...options.config },
    fetch: emulator.fetch,
    onOutcome: () => {},
    site: async (request) => {
      const response = await serveFile(request)
      return options.change ? options.change(request, response) : response
    },
  })
  onTestFinished(() => server.close())
  return { dir, origin: server.url, emulator }
}
