// The shell samples of guides that send a request, run against a recipe's server. The other samples need an account of
// a host or a service, or are run by the tests of the hosts, of `send` and of the queues.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { run } from '@conversion-capi/test-support'
import { expect, it } from 'vitest'

import { useRecipe, useServer } from '../recipes/prepare-recipe.ts'
import { readSamples } from './samples/read-samples.ts'

const SECRET = 'a-long-random-string'
const ENV = {
  META_PIXEL_ID: '1234567890',
  META_ACCESS_TOKEN: 'emulator-access-token',
  CRM_SIGNING_SECRET: SECRET,
  CALLS_SECRET: SECRET,
}

const started = ['crm-webhook', 'phone-sales'].map((name) => {
  const recipe = useRecipe(name)
  const server = useServer((META_GRAPH_URL) => recipe.startServer({ ...ENV, META_GRAPH_URL }))
  return { recipe, server }
})

it.each([
  [
    'docs/start/going-live.md',
    'curl -i',
    / 405 .*x-conversion-capi: configured\b.*"Method not allowed"\}$/is,
  ],
  ['docs/guides/operating.md', 'curl -s ', /^\{"error":"Method not allowed"\}$/],
  ['docs/guides/operating.md', 'curl -I', /^x-conversion-capi: configured\r$/im],
  ['docs/guides/many-schools.md', 'curl -I', /^x-conversion-capi: configured\r$/im],
  ['docs/guides/crm.md', 'node crm.mjs', /^Queued\.\n$/],
  ['docs/guides/crm.md', 'curl http', /^accepted$/],
])(
  'the sample of %s that begins with "%s" prints what the page says',
  async (page, start, output) => {
    const { recipe, server } = started[start === 'node crm.mjs' ? 0 : 1]!
    const replace = (code: string): string =>
      code
        .replaceAll(/https:\/\/[\w.]+(?=\/functions)|http:\/\/localhost:3000/g, server.origin)
        .replaceAll('<a long random string>', SECRET)
        .replace(/(?<="calledAt": ")[^"]+/, new Date(Date.now() - 3_600_000).toISOString())
    const samples = readSamples('sh', 'js', 'json').filter((each) => each.page === page)
    // The command reads the last file above it.
    const index = samples.findIndex((each) => each.code.startsWith(start))
    const { language, code } = samples[index - 1] ?? samples[index]!
    const file = { js: 'crm.mjs', json: 'call.json' }[language]
    if (file) await writeFile(join(recipe.folder, file), replace(code))
    expect(await run('sh', ['-c', replace(samples[index]!.code)], recipe.folder)).toMatch(output)
  },
)
