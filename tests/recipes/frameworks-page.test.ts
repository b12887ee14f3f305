import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { readSamples, ROOT } from '../docs/samples/read-samples.ts'

// The tests of the hosts build, start and check the recipes.
it.each([
  ['next', 'app/functions/v1/conversion-capi/route.ts'],
  ['astro', 'src/pages/functions/v1/conversion-capi.ts'],
  ['sveltekit', 'src/env.ts'],
  ['sveltekit', 'src/routes/functions/v1/conversion-capi/+server.ts'],
  ['hono', 'src/index.ts'],
  ['express', 'server.ts'],
])('docs/start/frameworks.md shows the file of the recipe %s', async (recipe, file) => {
  const page = await readFile(join(ROOT, 'docs/start/frameworks.md'), 'utf8')
  const code = await readFile(join(ROOT, 'examples/recipes', recipe, file), 'utf8')
  expect(page).toContain(`// ${file}\n${code}\`\`\``)
})

it.each(['next', 'astro', 'sveltekit', 'hono', 'express'])(
  'docs/start/frameworks.md shows how the recipe %s builds the tracker',
  async (recipe) => {
    const codes = readPage().map(({ code }) => code)
    const folder = join(ROOT, 'examples/recipes', recipe)
    const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    expect(codes).toContain(`${JSON.stringify({ scripts }, null, 2)}\n`)
    const build = await readFile(join(folder, 'build-tracker.mjs'), 'utf8')
    // The page says that the folder of SvelteKit has another name.
    const shown = build.replace("'static'", "'public'")
    expect(codes).toContain(`// build-tracker.mjs\n${shown}`)
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
    expect(code).toBe(source.replace(/'(?:\.\.\/)+shared\/(\w+)\.ts'/, "'@/$1'"))
  }
  expect(samples.length).toBeGreaterThan(12)
})

const FOLDERS: Record<string, string> = {
  'Every framework': 'shared',
  'Next.js': 'next',
  Astro: 'astro',
  SvelteKit: 'sveltekit',
  Nuxt: 'nuxt',
  'React Router': 'react-router',
  Fastify: 'fastify',
}

function readPage() {
  return readSamples('ts', 'json').filter(({ page }) => page === 'docs/start/frameworks.md')
}
