import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describeAdapter } from '@conversion-capi/conformance'
import { describe, expect, it, vi } from 'vitest'

import { clientIp, createFunction } from './function.ts'

const ENV = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAUnit0123456789Token' }
const TCP = { remoteAddr: { transport: 'tcp', hostname: '127.0.0.1' } }

describeAdapter('a handler for Deno.serve', {
  start(env, options) {
    const handle = inDeno(env, () => createFunction(options))
    return { handle: (request) => handle(request, TCP) }
  },
  clientIp,
  expectedIp: '127.0.0.1',
})

describe('createFunction()', () => {
  it('reads META_ variables only if the required ones are set', () => {
    const names: string[] = []
    const env = new Proxy(ENV, {
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
    error.mockRestore()
  })
})

describe('clientIp()', () => {
  it('returns undefined for a connection that does not use TCP', async () => {
    const request = new Request(`https://school.example${CONVERSION_PATH}`)
    const handle = inDeno({}, () => createFunction({ onOutcome() {} }))
    await handle(request, { remoteAddr: { transport: 'unix' } })
    expect(clientIp(request)).toBeUndefined()
  })
})

/** Calls `load` while there is a `Deno` global with this environment. */
function inDeno<T>(env: Record<string, string>, load: () => T): T {
  vi.stubGlobal('Deno', { env: { get: (name: string) => env[name] } })
  try {
    return load()
  } finally {
    vi.unstubAllGlobals()
  }
}
