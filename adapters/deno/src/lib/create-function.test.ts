import { describeConformance } from '@conversion-capi/conformance'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { clientIp } from './client-ip.ts'
import { createFunction, type FunctionOptions } from './create-function.ts'

describeConformance('Deno.serve’s handler', (env) => {
  const handle = inDeno(env, () => createFunction({ onOutcome: ignore }))
  return { handle: (request) => handle(request, LOCAL) }
})

// The suite provokes every failure; the log would be long.
function ignore(): void {}

describe('createFunction()', () => {
  afterEach(() => vi.restoreAllMocks())

  it('reads META_ variables only if the required ones are set', () => {
    const names: string[] = []
    const env = new Proxy(CONFIGURED, {
      get(variables, name) {
        names.push(String(name))
        return variables[name as keyof typeof variables]
      },
    })
    inDeno(env, () => createFunction())
    expect(names).toContain('META_PIXEL_ID')
    expect(names.filter((name) => !name.startsWith('META_'))).toEqual([])
  })

  it('reports missing variables with --allow-env=META_*', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const env = new Proxy<Record<string, string>>(
      {},
      {
        get(_, name) {
          if (!String(name).startsWith('META_')) throw new Error('Requires env access')
          return name === 'META_PIXEL' ? '770000000000077' : undefined
        },
      },
    )
    inDeno(env, () => createFunction())
    expect(error.mock.calls).toEqual([
      [
        'META_PIXEL is not read. Did you mean META_PIXEL_ID? META_ACCESS_TOKEN is missing. ' +
          'Until then, the proxy responds "Server not configured".',
      ],
    ])
  })

  it('logs failures to the console, and takes an onOutcome instead', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const onOutcome = vi.fn<() => void>()
    await inDeno({}, () => createFunction())(post())
    expect(error).toHaveBeenCalledWith(expect.stringContaining('Server not configured'))
    error.mockClear()
    await inDeno({}, () => createFunction({ onOutcome }))(post())
    // Only what readConfig reports.
    expect(error.mock.calls).toEqual([[expect.stringMatching(/^META_PIXEL_ID is missing/)]])
    expect(onOutcome).toHaveBeenCalledTimes(1)
  })

  it('takes the address from the headers of the specification, or from the connection when asked', async () => {
    for (const [options, address] of [
      [{}, '192.0.2.1'],
      [{ clientIp }, '127.0.0.1'],
    ] as const) {
      const { handle, sent } = setUp(options)
      await handle(post({ 'X-Forwarded-For': '192.0.2.1' }), LOCAL)
      expect(sent[0].user_data.client_ip_address).toBe(address)
    }
  })
})

describe('clientIp()', () => {
  it('knows nothing of a request that came without a connection, or not over TCP', async () => {
    const request = post()
    expect(clientIp(request)).toBeUndefined()
    await setUp().handle(request, { remoteAddr: { transport: 'unix' } })
    expect(clientIp(request)).toBeUndefined()
  })
})

const LOCAL = { remoteAddr: { transport: 'tcp', hostname: '127.0.0.1' } }
const CONFIGURED = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAUnit0123456789Token' }

function setUp(options: FunctionOptions = {}) {
  const sent: any[] = []
  const handle = inDeno(CONFIGURED, () =>
    createFunction({
      async fetch(_, init) {
        sent.push(JSON.parse(init!.body as string).data[0])
        return Response.json({ events_received: 1 })
      },
      ...options,
    }),
  )
  return { handle, sent }
}

function post(headers: HeadersInit = {}): Request {
  const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
  return new Request(`https://school.example${CONVERSION_PATH}`, { method: 'POST', headers, body })
}

/** With the global that Deno has. */
function inDeno<T>(env: Record<string, string>, load: () => T): T {
  vi.stubGlobal('Deno', { env: { get: (name: string) => env[name] } })
  try {
    return load()
  } finally {
    vi.unstubAllGlobals()
  }
}
