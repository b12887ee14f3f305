import { describeConformance } from '@conversion-capi/conformance'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { clientIp } from './client-ip.ts'
import { createFunction, type VercelFunction } from './create-function.ts'

const URL = `https://school.example${CONVERSION_PATH}`

describeConformance('a Vercel Function’s default export', (env) => {
  const { fetch } = withEnv(env, () => createFunction({ onOutcome: ignore }))
  return { handle: fetch }
})

describeConformance('a Vercel Function’s named methods', (env) => {
  const methods = withEnv(env, () => createFunction({ onOutcome: ignore }))
  return { handle: (request) => methods[request.method as keyof VercelFunction](request) }
})

// The suite provokes every failure; the log would be long.
function ignore(): void {}

describe('createFunction()', () => {
  afterEach(() => vi.restoreAllMocks())

  it('logs failures to the console, and takes an onOutcome instead', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const onOutcome = vi.fn<() => void>()
    const send = () => new Request(URL, { method: 'POST', body: EVENT })
    await withEnv({}, () => createFunction()).fetch(send())
    expect(error).toHaveBeenCalledWith(expect.stringContaining('Server not configured'))
    error.mockClear()
    await withEnv({}, () => createFunction({ onOutcome })).fetch(send())
    expect(error).not.toHaveBeenCalled()
    expect(onOutcome).toHaveBeenCalledTimes(1)
  })

  it('takes the address from the headers of the specification, or from Vercel’s when asked', async () => {
    const headers = {
      'X-Forwarded-For': '192.0.2.1',
      'X-Real-IP': '203.0.113.8',
      'X-Vercel-Forwarded-For': '203.0.113.7',
    }
    expect(await addressOf(headers)).toBe('192.0.2.1')
    expect(await addressOf(headers, clientIp)).toBe('203.0.113.7')
  })
})

describe('clientIp()', () => {
  it.each([
    [{ 'X-Vercel-Forwarded-For': '203.0.113.7', 'X-Real-IP': '203.0.113.8' }, '203.0.113.7'],
    [{ 'X-Forwarded-For': '192.0.2.1', 'X-Real-IP': '203.0.113.8' }, '203.0.113.8'],
    [{ 'X-Forwarded-For': '192.0.2.1' }, undefined],
  ])('reads what Vercel wrote: %j', (headers, address) => {
    expect(clientIp(new Request(URL, { headers: headers as HeadersInit }))).toBe(address)
  })
})

const EVENT = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
const CONFIGURED = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAUnit0123456789Token' }

async function addressOf(headers: HeadersInit, readIp?: typeof clientIp) {
  let address: unknown
  const { POST } = withEnv(CONFIGURED, () =>
    createFunction({
      ...(readIp && { clientIp: readIp }),
      async fetch(_, init) {
        address = JSON.parse(init!.body as string).data[0].user_data.client_ip_address
        return Response.json({ events_received: 1 })
      },
    }),
  )
  await POST(new Request(URL, { method: 'POST', headers, body: EVENT }))
  return address
}

/** The environment as it is while a file is loaded. */
function withEnv<T>(env: Record<string, string>, load: () => T): T {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    return load()
  } finally {
    vi.unstubAllEnvs()
  }
}
