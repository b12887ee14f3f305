import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describeConformance, overHttp } from '@conversion-capi/conformance'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import type { Running } from '../lib/runtime.ts'
import { prepareRecipe } from './prepare-recipe.ts'
import { runScript } from './run-script.ts'
import { startRecipe } from './start-recipe.ts'
import { statusOf } from './status-of.ts'

export interface Recipe {
  /** Its folder in `examples/recipes`. */
  name: string
  /** The statuses of TRACE and of a method that HTTP itself does not define. */
  methods: { TRACE: number; PROPFIND: number }
  /** As for `describeConformance`. Default: nothing. */
  decidedByTheHost?: Record<string, string>
}

/** Declares all that a recipe must show: that it installs, builds and starts, and the specification's rules. */
export function describeRecipe(recipe: Recipe): void {
  const { name, methods, decidedByTheHost = {} } = recipe

  describe(`examples/recipes/${name}`, () => {
    let folder: string

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'conversion-capi-recipe-'))
      await prepareRecipe(name, folder, inject('tarballs'))
      await runScript('build', folder)
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

      it.each(Object.entries(methods))('answers %s with %i', async (method, status) => {
        expect(await statusOf(method, running.origin)).toBe(status)
      })
    })
  })
}
