import { describeConformance } from '@conversion-capi/conformance'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { clientIp } from './client-ip.ts'
import { createFunction, type FunctionOptions } from './create-function.ts'

describeConformance('a Netlify Function', async (env) => {
  const handle = createFunction({ onOutcome: ignore })
  const answer = (request: Request) => handle(request, { ip: '' })
  await inNetlify(env, () => answer(new Request(URL, { method: 'PUT' })))
  return { handle: answer }
})

// The suite provokes every failure; the log would be long.
function ignore(): void {}

describe('createFunction()', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })

  it('reads the variables at the first request, and once', async () => {
    const { handle, sent } = setUp()
    const early = await inNetlify(CONFIGURED, () => handle(post()))
    const late = await inNetlify({}, () => handle(post()))
    expect([early.status, late.status]).toEqual([200, 200])
    expect(sent).toHaveLength(2)
  })

  it('reads them from the process where there is no Netlify', async () => {
    for (const [name, value] of Object.entries(CONFIGURED)) vi.stubEnv(name, value)
    expect((await setUp().handle(post())).status).toBe(200)
  })

  it('throws for an unknown option before the first request', () => {
    expect(() => createFunction({ blockBot: () => true } as object)).toThrow(
      'Option "blockBot" is unknown.',
    )
  })

  it('logs failures to the console, and takes an onOutcome instead', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const onOutcome = vi.fn<() => void>()
    await inNetlify({}, () => createFunction()(post()))
    expect(error).toHaveBeenCalledWith(expect.stringContaining('Server not configured'))
    error.mockClear()
    await inNetlify({}, () => createFunction({ onOutcome })(post()))
    // Only what readConfig reports.
    expect(error.mock.calls).toEqual([[expect.stringMatching(/^META_PIXEL_ID is missing/)]])
    expect(onOutcome).toHaveBeenCalledTimes(1)
  })

  it('takes the address from the headers of the specification, or from Netlify when asked', async () => {
    for (const [options, address] of [
      [{}, '192.0.2.1'],
      [{ clientIp }, '203.0.113.7'],
    ] as const) {
      const { handle, sent } = setUp(options)
      const request = post({ 'X-Forwarded-For': '192.0.2.1' })
      await inNetlify(CONFIGURED, () => handle(request, { ip: '203.0.113.7' }))
      expect(sent[0]!.user_data.client_ip_address).toBe(address)
    }
  })
})

describe('clientIp()', () => {
  it('knows nothing of a request that came without a context', () => {
    expect(clientIp(post())).toBeUndefined()
  })
})

const URL = `https://school.example${CONVERSION_PATH}`
const CONFIGURED = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAUnit0123456789Token' }

function setUp(options: FunctionOptions = {}) {
  const sent: any[] = []
  const handle = createFunction({
    async fetch(_, init) {
      sent.push(JSON.parse(init!.body as string).data[0])
      return Response.json({ events_received: 1 })
    },
    ...options,
  })
  return { handle, sent }
}

function post(headers: HeadersInit = {}): Request {
  const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
  return new Request(URL, { method: 'POST', headers, body })
}

/** With the global that Netlify's runtimes have. */
async function inNetlify<T>(env: Record<string, string>, run: () => T | Promise<T>): Promise<T> {
  vi.stubGlobal('Netlify', { env: { toObject: () => env } })
  try {
    return await run()
  } finally {
    vi.unstubAllGlobals()
  }
}
