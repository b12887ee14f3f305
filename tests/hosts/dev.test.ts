import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { installPacked } from '@conversion-capi/test-support'
import { type DevLine, type Host, runDev } from 'conversion-capi'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'

import { runCommand } from '../commands/lib/run-command.ts'
import { RUNTIMES } from './lib/find-bin.ts'

const FLAGS = ['--name=Nord', '--url=https://nord.example', '--language=en', '--currency=EUR']
const ENDPOINT = 'https://abcdefgh.supabase.co/functions/v1/conversion-capi'
const EVENT = {
  event_name: 'Lead',
  event_id: 'lead-1',
  user_data: { fbp: 'fb.1.1795170995788.1093847562' },
}

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'conversion-capi-dev-'))
  const bin = join(RUNTIMES, 'node_modules/.bin')
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(dir, { recursive: true, force: true })
})

it.each<Host>(['vercel', 'netlify', 'cloudflare', 'deno', 'supabase'])(
  'conversion-capi dev runs the function of a new project in the local runtime of %s',
  async (host) => {
    const endpoint = host === 'supabase' ? [`--endpoint=${ENDPOINT}`] : []
    const flags = [`--host=${host}`, '--pixel-id=770000000000077', ...FLAGS, ...endpoint]
    expect((await runCommand(['init', dir, ...flags])).code).toBe(0)
    await installPacked(dir, inject('tarballs'))

    const log: DevLine[] = []
    const site = await runDev({ dir, port: 0, log: (line) => log.push(line) })
    try {
      const messages = log.map(({ message }) => message)
      expect(messages).toContain(
        `Events are handled by your function for ${host}, in its local runtime.`,
      )
      const response = await fetch(new URL(CONVERSION_PATH, site.url), {
        method: 'POST',
        body: JSON.stringify(EVENT),
      })
      expect(await response.json()).toMatchObject({ ok: true })
      expect(site.emulator.events()).toMatchObject([{ event_id: 'lead-1', source: 'server' }])
    } finally {
      await site.close()
    }
  },
)
