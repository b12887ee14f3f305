import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import {
  LONG_TIMEOUTS,
  runBin,
  serveFetch,
  type StartedProcess,
  startProcess,
  type TestServer,
} from '@conversion-capi/test-support'
import { afterAll, beforeAll } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The folder of the types of Node. */
export const NODE_TYPES: string = join(ROOT, 'node_modules/@types/node')
/** The folder of the types of Deno. */
export const DENO_TYPES: string = fileURLToPath(
  new URL('.', import.meta.resolve('@types/deno/package.json')),
)
const TYPESCRIPT = import.meta.resolve('typescript/package.json')

/** A copy of a recipe in a temporary folder. */
export interface PreparedRecipe {
  folder: string
  /** Runs the TypeScript compiler. Resolves to its output, which is empty, or rejects with its errors. */
  typeCheck: () => Promise<string>
  /** Starts its `server.ts` on a free port, with long time limits. */
  startServer: (env: Record<string, string>) => Promise<StartedProcess>
  remove: () => Promise<void>
}

/**
 * Copies a recipe out of the repository, with the packages of the workspace and those that the tests depend on.
 *
 * @param name The folder in `examples/recipes`.
 * @param types The folders of the types of the runtimes.
 */
export async function prepareRecipe(
  name: string,
  types: string[] = [NODE_TYPES],
): Promise<PreparedRecipe> {
  const folder = await mkdtemp(join(tmpdir(), `conversion-capi-${name}-`))
  await cp(join(ROOT, 'examples/recipes', name), folder, { recursive: true })
  await symlink(join(ROOT, 'tests/node_modules'), join(folder, 'node_modules'), 'junction')
  const tsconfig = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      module: 'ESNext',
      moduleResolution: 'Bundler',
      lib: ['ESNext', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      types,
      isolatedDeclarations: false,
      declaration: false,
    },
    include: ['**/*.ts'],
    exclude: ['node_modules'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  return {
    folder,
    typeCheck: () => runBin(TYPESCRIPT, 'tsc', ['-p', folder], folder),
    startServer: (env) =>
      startProcess('node', ['server.ts'], { cwd: folder, env: { ...LONG_TIMEOUTS, ...env } }),
    remove: () => rm(folder, { recursive: true }),
  }
}

/** Prepares a recipe before the tests of a file, and removes it afterwards. Its properties are set while they run. */
export function useRecipe(...args: Parameters<typeof prepareRecipe>): PreparedRecipe {
  const recipe = {} as PreparedRecipe
  beforeAll(async () => void Object.assign(recipe, await prepareRecipe(...args)))
  afterAll(() => recipe.remove?.())
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
