import { createEmulator } from '@conversion-capi/emulator'
import { serveFetch } from '@conversion-capi/test-support'
import { expect, it, onTestFinished } from 'vitest'

import { runCommand } from './lib/run-command.ts'

const TOKEN = 'emulator-access-token'

it.each([
  ['Lead>=1 in 2 days', TOKEN, 'error', ': Meta counted only 0.', 1],
  ['Lead>=0 in 2 days', TOKEN, 'verified', ': Meta counted 0.', 0],
  [
    'Lead>=0 in 2 days',
    'expired',
    'error',
    ': not known, because Meta did not return all counts.',
    1,
  ],
])('report --expect "%s" with the token "%s" prints the answer as "%s"', async (...row) => {
  const [expectation, token, level, rest, code] = row
  const message = expectation + rest
  const { url, close } = await serveFetch(createEmulator().fetch)
  onTestFinished(close)
  const run = await runCommand(['report', `--expect=${expectation}`, '--json'], {
    META_GRAPH_URL: url,
    META_GRAPH_VERSION: 'v26.0',
    META_PIXEL_ID: '1234567890',
    META_ACCESS_TOKEN: token,
  })
  expect(JSON.parse(run.stdout).findings[0]).toMatchObject({ level, message })
  expect(run.code).toBe(code)
})

it('report explains an expectation that it cannot read, before it reads anything', async () => {
  const { code, stderr } = await runCommand(['report', '--expect=Lead>0'])
  expect(code).toBe(2)
  expect(stderr).toContain('Write --expect "Lead>=1 in 2 days"')
})
