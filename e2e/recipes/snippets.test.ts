import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { type PreparedRecipe, prepareRecipe } from './prepare-recipe.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FILES = [
  'README.md',
  'packages/core/README.md',
  'docs/guides/operating.md',
  'docs/guides/redelivery.md',
  'docs/guides/many-schools.md',
  'docs/migrate/business-sdk.md',
  'docs/migrate/hand-written-proxy.md',
]

let recipe: PreparedRecipe

beforeAll(async () => {
  recipe = await prepareRecipe('vercel-queues')
  // A snippet imports it.
  const school = 'school.config.ts'
  await cp(join(ROOT, 'examples/school-site', school), join(recipe.folder, school))
})

afterAll(() => recipe.remove())

it('type checks the snippets of the documentation', async () => {
  let count = 0
  for (const file of FILES) {
    const markdown = await readFile(join(ROOT, file), 'utf8')
    for (const [, code] of markdown.matchAll(/^```ts\n(.*?)^```/gms)) {
      const name = `snippet-${file.replace(/\W+/g, '-')}-${++count}.ts`
      await writeFile(join(recipe.folder, name), code!)
    }
  }
  expect(count).toBeGreaterThan(FILES.length)
  expect(await recipe.typeCheck()).toBe('')
})
