import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describeAdapter, describePreview } from '@conversion-capi/conformance'
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
})

describePreview(
  {
    preview: ['DENO_TIMELINE is "git-branch/new-page"', 'DENO_TIMELINE is "preview/a1b2"'],
    other: ['DENO_TIMELINE is "production"', undefined],
  },
  (signal, env, options) => {
    const timeline = signal?.split('"')[1]
    const variables = { ...env, ...(timeline && { DENO_TIMELINE: timeline }) }
    return inDeno(variables, () => createFunction(options), 'granted')
  },
)

describe('DENO_TIMELINE', () => {
  it.each(['denied', 'prompt', undefined])(
    'is not read if the permission is %s',
    async (permission) => {
      const env = { ...ENV, DENO_TIMELINE: 'preview/a1b2' }
      const fetch = async () => Response.json({ events_received: 1 })
      const handle = inDeno(env, () => createFunction({ fetch, onOutcome() {} }), permission)
      const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
      const url = `https://school.example${CONVERSION_PATH}`
      expect((await handle(new Request(url, { method: 'POST', body }))).status).toBe(200)
    },
  )
})

describe('clientIp()', () => {
  it('returns undefined for a connection that does not use TCP', async () => {
    const request = new Request(`https://school.example${CONVERSION_PATH}`)
    const handle = inDeno({}, () => createFunction({ onOutcome() {} }))
    await handle(request, { remoteAddr: { transport: 'unix' } })
    expect(clientIp(request)).toBeUndefined()
  })
})

function inDeno<T>(env: Record<string, string>, load: () => T, permission?: string): T {
  vi.stubGlobal('Deno', {
    env: { get: (name: string) => env[name] },
    ...(permission && { permissions: { querySync: () => ({ state: permission }) } }),
  })
  try {
    return load()
  } finally {
    vi.unstubAllGlobals()
  }
}
