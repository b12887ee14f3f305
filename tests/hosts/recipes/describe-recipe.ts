import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describeConformance, overHttp } from '@conversion-capi/conformance'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { getPort } from '@conversion-capi/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { cleanEnvironment } from '@conversion-capi/test-support'
import { installPacked } from '@conversion-capi/test-support'
import type { Running } from '../lib/runtime.ts'
import { startProcess } from '@conversion-capi/test-support'

const RECIPES = fileURLToPath(new URL('../../../examples/recipes', import.meta.url))
/** Files that exist if the recipe was built in place. */
const BUILD_OUTPUT =
  /[/\\](node_modules|dist|build|\.astro|\.next|\.svelte-kit|package-lock\.json)$/

/** How one recipe differs from the others. */
export interface Recipe {
  /** Its folder in `examples/recipes`. */
  name: string
  /** The expected statuses of TRACE and of a method that HTTP does not define. */
  methods: { TRACE: number; PROPFIND: number }
  /**
   * Tests of the conformance suite that fail because of the framework: test title to reason.
   *
   * @default none
   */
  decidedByTheHost?: Record<string, string>
}

/** Declares the tests of a recipe: it installs, builds and starts, and conforms to the specification. */
export function describeRecipe(recipe: Recipe): void {
  const { name, methods, decidedByTheHost = {} } = recipe

  describe(`examples/recipes/${name}`, () => {
    let folder: string

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'conversion-capi-recipe-'))
      const filter = (path: string) => !BUILD_OUTPUT.test(path)
      await cp(join(RECIPES, name), folder, { recursive: true, filter })
      await installPacked(folder, inject('tarballs'))
      await build(folder)
    })

    afterAll(() => rm(folder, { recursive: true, force: true }))

    describeConformance(name, start, { decidedByTheHost })

    async function start(env: Record<string, string>) {
      const { origin, close } = await startRecipe(folder, env)
      return { handle: overHttp(origin), close }
    }

    describe('methods that the specification does not name', () => {
      let running: Running

      beforeAll(async () => {
        running = await startRecipe(folder, {})
      })

      afterAll(() => running?.close())

      it.each(Object.entries(methods))('responds to %s with %i', async (method, status) => {
        expect(await requestStatus(method, running.origin)).toBe(status)
      })
    })
  })
}

/** Runs the `build` script if the recipe has one, in production mode. Rejects with its output if it fails. */
function build(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = ['run', 'build', '--if-present']
    execFile('npm', args, { cwd: folder, env: cleanEnvironment() }, (error, out, err) => {
      if (error) reject(new Error(`npm run build failed:\n${out}${err}`))
      else resolve()
    })
  })
}

async function startRecipe(folder: string, env: Record<string, string>): Promise<Running> {
  const port = await getPort()
  // Each framework has its own variable for the host to listen on.
  const listen = { PORT: String(port), HOST: '127.0.0.1', HOSTNAME: '127.0.0.1' }
  return startProcess('npm', ['start'], {
    cwd: folder,
    env: { ...env, ...listen },
    origin: `http://127.0.0.1:${port}`,
  })
}

/** Sends a request at the conversion path, also with methods that `fetch` forbids, and returns the status. */
function requestStatus(method: string, origin: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(origin + CONVERSION_PATH, { method }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
    sent.on('error', reject).end()
  })
}
