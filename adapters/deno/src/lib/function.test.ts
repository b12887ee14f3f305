import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describeAdapter } from '@conversion-capi/conformance'
import { describe, expect, it, vi } from 'vitest'

import { clientIp, createFunction } from './function.ts'

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
  it('reads META_ variables only', () => {
    const names: string[] = []
    const env = new Proxy({}, { get: (_, name) => void names.push(String(name)) })
    inDeno(env, () => createFunction())
    expect(names).toContain('META_PIXEL_ID')
    expect(names.filter((name) => !name.startsWith('META_'))).toEqual([])
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
