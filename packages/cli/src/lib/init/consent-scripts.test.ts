import { readFile } from 'node:fs/promises'

import { expect, it } from 'vitest'

import { generateSource } from '../../../scripts/generate-source.ts'

it('the scripts are those of the guide', async () => {
  const written = await readFile(new URL('consent-scripts.generated.ts', import.meta.url), 'utf8')
  expect(written, 'Run `pnpm generate`.').toBe(await generateSource())
})
