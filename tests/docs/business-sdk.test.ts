import { readFile, symlink, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { sha256Hex } from '@conversion-capi/core/pii'
import { LONG_TIMEOUTS, startServer } from '@conversion-capi/test-support'
import { createFolder } from '@conversion-capi/test-support/vitest'
import { FacebookAdsApi } from 'facebook-nodejs-business-sdk'
import { expect, it, onTestFinished, vi } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const ORDER = {
  id: 'order-1',
  paidAt: Math.floor(Date.now() / 1000),
  page: 'https://school.example/thank-you',
  email: 'Anna@School.example',
  total: 240,
  visitor: {
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
    fbp: `fb.1.${Date.now()}.1093847562`,
    fbc: `fb.1.${Date.now()}.IwAR2`,
  },
}

/** A sample of the page. */
interface Sample {
  sendPurchase: (order: typeof ORDER) => Promise<void>
}

it('sends the same event with both samples of docs/migrate/business-sdk.md', async () => {
  const requests: string[] = []
  const { url, close } = await startServer(async (request: IncomingMessage, response) => {
    requests.push(await text(request))
    response.setHeader('Content-Type', 'application/json')
    response.end('{"events_received":1,"messages":[],"fbtrace_id":"A1"}')
  })
  onTestFinished(close)
  Object.defineProperty(FacebookAdsApi, 'GRAPH', { get: () => url })
  const variables = {
    META_PIXEL_ID: '1234567890',
    META_ACCESS_TOKEN: 'token',
    META_GRAPH_URL: url,
    ...LONG_TIMEOUTS,
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())

  for (const sample of await importSamples()) await sample.sendPurchase(ORDER)
  const [before, after, ...others] = requests.map((body) => JSON.parse(body))
  expect(others).toEqual([])
  expect(after).toMatchObject({ data: [{ user_data: { em: sha256Hex('anna@school.example') } }] })
  expect(before.access_token).toBe(after.access_token)
  expect(before.data.map(unwrapLists)).toEqual(after.data)
})

/** Imports the two samples of the page: before and after. */
async function importSamples(): Promise<Sample[]> {
  const page = await readFile(join(ROOT, 'docs/migrate/business-sdk.md'), 'utf8')
  const folder = await createFolder()
  await symlink(join(ROOT, 'tests/node_modules'), join(folder, 'node_modules'), 'junction')
  const samples: Sample[] = []
  for (const [, code] of page.matchAll(/^```ts\n(.*?)^```/gms)) {
    const file = join(folder, `sample-${samples.length}.ts`)
    await writeFile(file, code!)
    samples.push((await import(pathToFileURL(file).href)) as Sample)
  }
  return samples
}

/** The SDK sends each identifier as a list with one value. */
function unwrapLists(event: { user_data: Record<string, unknown> }): object {
  const entries = Object.entries(event.user_data).map(([key, value]) => [
    key,
    Array.isArray(value) && value.length === 1 ? value[0] : value,
  ])
  return { ...event, user_data: Object.fromEntries(entries) }
}
