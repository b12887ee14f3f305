import { readFile } from 'node:fs/promises'

import {
  createHandler,
  type GiveUpReason,
  type InvalidEventReason,
  logOutcome,
  type Outcome,
  readConfig,
  type Warning,
} from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import { beforeAll, describe, expect, it } from 'vitest'

const ENV = {
  META_PIXEL_ID: '1234567890',
  META_ACCESS_TOKEN: 'emulator-access-token',
  META_SCHOOL: 'polaris',
}
// Records, so that a missing name is a type error.
const KINDS: Record<Outcome['kind'], true> = {
  accepted: true,
  bot: true,
  opted_out: true,
  kept: true,
  upstream_error: true,
  upstream_unreachable: true,
  given_up: true,
  rejected: true,
}
const REASONS: Record<InvalidEventReason | GiveUpReason, true> = {
  'Invalid event': true,
  'Invalid event_name': true,
  'Invalid event_id': true,
  'Invalid event_time': true,
  'Invalid action_source': true,
  'Invalid messaging_channel': true,
  'Invalid user_data': true,
  too_old: true,
  declined: true,
}
const WARNINGS: Record<Warning['reason'], true> = {
  missing: true,
  malformed: true,
  too_old: true,
  too_new: true,
  similar: true,
  unknown: true,
  invalid_result: true,
  private: true,
  cloudflare: true,
}

let page: string

beforeAll(async () => {
  page = await readFile(new URL('../../docs/guides/operating.md', import.meta.url), 'utf8')
})

describe('docs/guides/operating.md', () => {
  it('shows log lines as they are written', async () => {
    const documented = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, json]) => json!)
    expect(documented.map(withoutRandomValues)).toEqual(
      (await writeLines()).map(withoutRandomValues),
    )
  })

  it.each(Object.keys({ ...KINDS, ...REASONS }))('explains the outcome or reason "%s"', (name) => {
    expect(page).toMatch(new RegExp(`^- .*\\*\\*\`${name}\`\\*\\*.*:`, 'm'))
  })

  it.each(Object.keys(WARNINGS))('explains the warning "%s"', (reason) => {
    expect(page).toMatch(new RegExp(`^- \\*\\*\`.*\`${reason}\`\\*\\*:`, 'm'))
  })
})

/** Writes the line of a failure, of an accepted event with warnings, and the summary. */
async function writeLines(): Promise<string[]> {
  const clock = { ms: Date.now() }
  const lines: string[] = []
  const emulator = createEmulator()
  const onOutcome = logOutcome({ now: () => clock.ms, write: (line) => void lines.push(line) })
  const { fetch } = emulator

  await send({ user_data: { fbp: `fb.1.${clock.ms}.1093847562` } }, 'expired')
  const custom_data = { email: 'anna.berg@mail.example', currency: '€' }
  await send({ custom_data, user_data: { fbc: 'IwAR2' } })
  for (let count = 1; count < 42; count++) await send({ user_data: { external_id: '1' } })
  clock.ms += 60_000
  await send({ user_data: { external_id: '1' } })
  return lines

  async function send(event: object, token = ENV.META_ACCESS_TOKEN): Promise<void> {
    const config = readConfig({ ...ENV, META_ACCESS_TOKEN: token })
    const handle = createHandler({ config, fetch, onOutcome })
    const headers = { 'User-Agent': 'Mozilla/5.0', 'X-Forwarded-For': '203.0.113.7' }
    const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1', ...event })
    const url = `https://school.example${CONVERSION_PATH}`
    await handle(new Request(url, { method: 'POST', headers, body }))
  }
}

function withoutRandomValues(line: string): unknown {
  const { 'conversion.duration_ms': duration, 'meta.fbtrace_id': trace, ...rest } = JSON.parse(line)
  return { ...rest, duration: typeof duration, trace: typeof trace }
}
