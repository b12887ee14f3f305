import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { prepareRecipe } from '../recipes/prepare-recipe.ts'
import { nameOf, readSamples, ROOT, type Sample } from './samples/read-samples.ts'

// The adapters recognize previews. A handler of core needs the option, and these run on hosts with previews.
// The packages' READMEs show handlers for any runtime.
it('every handler in the guides and recipes says whether the deployment is a preview', () => {
  const samples = readSamples('ts').filter(({ page }) => /^(docs|examples)\//.test(page))
  const files: Omit<Sample, 'language'>[] = globSync('examples/recipes/**/*.ts', {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules'),
  }).map((page) => ({ page, line: 1, code: readFileSync(join(ROOT, page), 'utf8') }))
  const handlers = [...samples, ...files].filter(({ code }) => code.includes('createHandler('))
  expect(handlers.length).toBeGreaterThan(12)
  expect(handlers.filter(({ code }) => !/\bpreview:/.test(code)).map(nameOf)).toEqual([])
})

const event = { event_name: 'Lead', event_id: 'e-1', user_data: { external_id: '1' } }
const call = (body = JSON.stringify(event)): { request: Request } => ({
  request: new Request(`https://school.example${CONVERSION_PATH}`, { method: 'POST', body }),
})

// The tests of the hosts start the recipes of Hono and Express, which need packages that are not installed here.
describe.each([
  [
    'next',
    'app/functions/v1/conversion-capi/route.ts',
    ({ POST }: Record<string, Function>) => POST!(call().request),
  ],
  [
    'astro',
    'src/pages/functions/v1/conversion-capi.ts',
    ({ ALL }: Record<string, Function>) => ALL!(call()),
  ],
  [
    'sveltekit',
    'src/routes/functions/v1/conversion-capi/+server.ts',
    ({ fallback }: Record<string, Function>) => fallback!(call()),
  ],
])('the recipe %s on Vercel', (name, file, post) => {
  it.each([
    ['forwards no event of a preview', 'preview', 500, 0],
    ['forwards the events of production', 'production', 200, 1],
  ])('%s', async (_, environment, status, requests) => {
    const recipe = await prepareRecipe(name)
    const upstream = vi.fn(async () => Response.json({ events_received: 1 }))
    const variables = { META_PIXEL_ID: '77', META_ACCESS_TOKEN: 'token', VERCEL_ENV: environment }
    for (const [key, value] of Object.entries(variables)) vi.stubEnv(key, value)
    vi.stubGlobal('fetch', upstream)
    for (const method of ['error', 'warn', 'info'] as const) {
      vi.spyOn(console, method).mockReturnValue()
    }
    onTestFinished(() => {
      vi.unstubAllEnvs()
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    })
    await replaceGenerated(recipe.folder, file)
    const response = await post(await import(join(recipe.folder, file)))
    expect([response.status, upstream.mock.calls.length]).toEqual([status, requests])
  })
})

/** The modules that frameworks generate, as they are in production on Node. */
const GENERATED = {
  'astro:env/server': 'export const getSecret = (name: string) => process.env[name]',
  '$app/env/private': 'export const { META_PIXEL_ID, META_ACCESS_TOKEN, VERCEL_ENV } = process.env',
}

/** Writes the generated modules that a file imports, because nothing builds the recipe here. */
async function replaceGenerated(folder: string, file: string): Promise<void> {
  const code = readFileSync(join(folder, file), 'utf8')
  for (const [name, generated] of Object.entries(GENERATED)) {
    if (!code.includes(`'${name}'`)) continue
    const path = join(folder, 'generated.ts')
    await writeFile(path, generated)
    await writeFile(join(folder, file), code.replace(name, path))
  }
}
