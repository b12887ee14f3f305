import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { readSamples, ROOT } from '../docs/samples/read-samples.ts'

// The tests of the hosts build, start and check the recipes.
it.each([
  ['hono', 'src/index.ts'],
  ['express', 'server.ts'],
])('docs/start/frameworks.md shows the file of the recipe %s', async (recipe, file) => {
  const page = await readFile(join(ROOT, 'docs/start/frameworks.md'), 'utf8')
  const code = await readFile(join(ROOT, 'examples/recipes', recipe, file), 'utf8')
  expect(page).toContain(`// ${file}\n${code}\`\`\``)
})

it.each(['hono', 'express'])(
  'docs/start/frameworks.md shows how the recipe %s builds the tracker',
  async (recipe) => {
    const codes = readPage().map(({ code }) => code)
    const folder = join(ROOT, 'examples/recipes', recipe)
    const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    expect(codes).toContain(`${JSON.stringify({ scripts }, null, 2)}\n`)
    const build = await readFile(join(folder, 'build-tracker.mjs'), 'utf8')
    expect(codes).toContain(`// build-tracker.mjs\n${build}`)
  },
)

it('docs/guides/frameworks.md shows the files of the apps that the tests build', async () => {
  const page = await readFile(join(ROOT, 'docs/guides/frameworks.md'), 'utf8')
  const samples = [...page.matchAll(/(?:^## (.*)$)|^```ts\n\/\/ (.*)\n([^]*?)^```/gm)]
  let folder = ''
  for (const [, heading, file, code] of samples) {
    folder = heading ? (FOLDERS[heading] ?? '') : folder
    if (file === undefined) continue
    const source = await readFile(join(ROOT, 'tests/frameworks/apps', folder, file), 'utf8')
    expect(code).toBe(source)
  }
  expect(samples).toHaveLength(9)
})

const FOLDERS: Record<string, string> = {
  'The client': 'shared',
  'Next.js': 'next',
  Fastify: 'fastify',
}

function readPage() {
  return readSamples('ts', 'json').filter(({ page }) => page === 'docs/start/frameworks.md')
}
