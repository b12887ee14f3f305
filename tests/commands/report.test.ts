import { createEmulator } from '@conversion-capi/emulator'
import { serveFetch } from '@conversion-capi/test-support'
import { expect, it, onTestFinished } from 'vitest'

import { runCommand } from './lib/run-command.ts'

it.each([
  ['emulator-access-token', 'No: ', 0],
  ['expired', 'Not known: ', 1],
])('report with the token "%s" begins with "%s" and exits with %i', async (token, start, code) => {
  const emulator = createEmulator()
  // The emulator has the pixel, and counts nothing for Meta.
  const { url, close } = await serveFetch(async (request) =>
    /\/(?:stats|dataset_quality)\?/.test(request.url)
      ? Response.json({ data: [], web: [] })
      : emulator.fetch(request),
  )
  onTestFinished(close)
  const run = await runCommand(['report'], {
    META_GRAPH_URL: url,
    META_GRAPH_VERSION: 'v26.0',
    META_PIXEL_ID: '1234567890',
    META_ACCESS_TOKEN: token,
  })
  expect(run.stdout).toMatch(new RegExp(`^${start}`))
  expect(run.code).toBe(code)
})
