import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import {
  LONG_TIMEOUTS,
  serveFetch,
  type StartedProcess,
  startProcess,
  type TestServer,
} from '@conversion-capi/test-support'
import { createFolder, useFolder } from '@conversion-capi/test-support/vitest'
import { afterAll, beforeAll } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface PreparedRecipe {
  folder: string
  /** Starts its `server.ts` on a free port, with long time limits. */
  startServer: (env: Record<string, string>) => Promise<StartedProcess>
}

/**
 * Copies a recipe out of the repository, with the packages of the workspace and those that the tests depend on.
 *
 * @param name The folder in `examples/recipes`.
 * @param folder An empty folder, by default a new one that is removed after the test.
 */
async function prepareRecipe(name: string, folder?: string): Promise<PreparedRecipe> {
  folder ??= await createFolder()
  await cp(join(ROOT, 'examples/recipes', name), folder, { recursive: true })
  await symlink(join(ROOT, 'tests/node_modules'), join(folder, 'node_modules'), 'junction')
  return {
    folder,
    startServer: (env) =>
      startProcess('node', ['server.ts'], { cwd: folder, env: { ...LONG_TIMEOUTS, ...env } }),
  }
}

/** Prepares a recipe before the tests of a file, and removes it afterwards. Its properties are set while they run. */
export function useRecipe(name: string): PreparedRecipe {
  const folder = useFolder()
  const recipe = {} as PreparedRecipe
  beforeAll(async () => void Object.assign(recipe, await prepareRecipe(name, folder.path)))
  return recipe
}

/** Starts `server.ts` of a recipe before the tests of a block, with an emulator as the upstream. */
export function useServer(start: (graphUrl: string) => Promise<StartedProcess>) {
  const emulator = createEmulator()
  const server = { emulator } as StartedProcess & { emulator: Emulator }
  let graph: TestServer

  beforeAll(async () => {
    graph = await serveFetch(emulator.fetch)
    Object.assign(server, await start(graph.url))
  })

  afterAll(async () => {
    await server.close?.()
    await graph?.close()
  })

  return server
}
