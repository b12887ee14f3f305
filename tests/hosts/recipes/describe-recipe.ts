import { existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describeConformance, overHttp } from '@conversion-capi/conformance'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import {
  cleanEnvironment,
  installPacked,
  run,
  serveFetch,
  startProcess,
} from '@conversion-capi/test-support'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { findOpenPorts } from '../lib/find-open-ports.ts'
import type { Running } from '../lib/runtime.ts'

const RECIPES = fileURLToPath(new URL('../../../examples/recipes', import.meta.url))
/** Files that exist if the recipe was built in place. */
const BUILD_OUTPUT =
  /[/\\](node_modules|dist|build|\.astro|\.next|\.svelte-kit|package-lock\.json)$/

/** What the emulator expects. */
const VARIABLES = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'emulator-access-token' }
const FBP = 'fb.1.1795170995788.1093847562'

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
    const folder = useFolder()

    beforeAll(async () => {
      const filter = (path: string) => !BUILD_OUTPUT.test(path)
      await cp(join(RECIPES, name), folder.path, { recursive: true, filter })
      await installPacked(folder.path, inject('tarballs'))
      // In production mode.
      const args = ['run', 'build', '--if-present']
      await run('npm', args, folder.path, cleanEnvironment())
    })

    describeConformance(name, start, { decidedByTheHost })

    async function start(env: Record<string, string>) {
      const { origin, close } = await startRecipe(folder.path, env)
      return { handle: overHttp(origin), close }
    }

    it('reads .env, and has the script of the tracker if it builds one, in development', async () => {
      const emulator = createEmulator({ pixelId: VARIABLES.META_PIXEL_ID })
      const graph = await serveFetch(emulator.fetch)
      const env = { ...VARIABLES, META_GRAPH_URL: graph.url }
      const lines = Object.entries(env).map(([key, value]) => `${key}=${value}\n`)
      await writeFile(join(folder.path, '.env'), lines.join(''))
      const running = await develop(folder.path)
      try {
        const response = await fetch(running.origin + CONVERSION_PATH, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ event_name: 'Lead', event_id: 'lead-1', user_data: { fbp: FBP } }),
        })
        expect(await response.json()).toMatchObject({ ok: true })
        expect(emulator.events()).toMatchObject([{ event_id: 'lead-1', source: 'server' }])
        if (existsSync(join(folder.path, 'build-tracker.mjs'))) {
          const tracker = await fetch(`${running.origin}/polaris.js`)
          expect(await tracker.text()).toContain('polaris')
          expect(tracker.status).toBe(200)
        }
        expect(await findOpenPorts()).toEqual([])
      } finally {
        await running.close()
        await graph.close()
        await rm(join(folder.path, '.env'))
      }
    })

    describe('methods that the specification does not name', () => {
      let running: Running

      beforeAll(async () => {
        running = await startRecipe(folder.path, {})
      })

      afterAll(() => running?.close())

      it.each(Object.entries(methods))('responds to %s with %i', async (method, status) => {
        expect(await requestStatus(method, running.origin)).toBe(status)
      })
    })
  })
}

/** Runs the `dev` script. */
async function develop(folder: string): Promise<Running> {
  // `PORT` is the variable of Next.js, Hono and Express. Vite's tools have an option.
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const hasOption = /\b(?:astro|vite) dev$/.test(scripts.dev)
  return startProcess(
    'npm',
    (port) => ['run', 'dev', ...(hasOption ? ['--', `--port=${port}`] : [])],
    {
      cwd: folder,
      env: (PORT) => ({ PORT }),
      // Vite listens on the first IP of this name.
      hostname: 'localhost',
    },
  )
}

function startRecipe(folder: string, env: Record<string, string>): Promise<Running> {
  // Each framework has its own variable for the hostname to listen on.
  const listen = { HOST: '127.0.0.1', HOSTNAME: '127.0.0.1' }
  return startProcess('npm', ['start'], { cwd: folder, env: { ...env, ...listen } })
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
