import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

// The tests of the hosts build, start and check the recipes.
it.each([
  ['next', 'app/functions/v1/conversion-capi/route.ts'],
  ['astro', 'src/pages/functions/v1/conversion-capi.ts'],
  ['sveltekit', 'src/routes/functions/v1/conversion-capi/+server.ts'],
  ['hono', 'src/index.ts'],
  ['express', 'server.ts'],
])('docs/start/frameworks.md shows the file of the recipe %s', async (recipe, file) => {
  const page = await readFile(join(ROOT, 'docs/start/frameworks.md'), 'utf8')
  const code = await readFile(join(ROOT, 'examples/recipes', recipe, file), 'utf8')
  expect(page).toContain(`// ${file}\n${code}\`\`\``)
})
