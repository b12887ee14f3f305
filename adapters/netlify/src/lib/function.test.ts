import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describeAdapter, describePreview, withEnv } from '@conversion-capi/conformance'
import { describe, expect, it, vi } from 'vitest'

import { clientIp, createFunction } from './function.ts'

const ENV = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAUnit0123456789Token' }

describeAdapter('a Netlify Function', {
  start(env, options) {
    const handle = createFunction(options)
    return { handle: (request) => inNetlify(env, () => handle(request, { ip: '203.0.113.7' })) }
  },
  clientIp,
  expectedIp: '203.0.113.7',
})

describe('createFunction()', () => {
  it('reads the environment at the first request, and only once', async () => {
    const { handle, upstream } = setUp()
    const first = await inNetlify(ENV, () => handle(post()))
    const second = await inNetlify({}, () => handle(post()))
    expect([first.status, second.status]).toEqual([200, 200])
    expect(upstream).toHaveLength(2)
  })

  it('reads process.env if there is no Netlify global', async () => {
    const { handle } = setUp()
    expect((await withEnv(ENV, () => handle(post()))).status).toBe(200)
  })
})

describePreview(
  {
    preview: [
      'context.deploy.context is "deploy-preview"',
      'context.deploy.context is "branch-deploy"',
    ],
    other: ['context.deploy.context is "production"', 'context.deploy.context is "dev"', undefined],
  },
  (signal, env, options) => {
    const handle = createFunction(options)
    const context = signal?.split('"')[1]
    return (request) =>
      inNetlify(env, () => handle(request, context ? { deploy: { context } } : {}))
  },
)

describe('the deploy context', () => {
  it('is read for each request, so that no request decides for the others', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'info').mockImplementation(() => {})
    const { handle, upstream } = setUp()
    const statuses: number[] = []
    for (const context of ['deploy-preview', 'production', 'made-up']) {
      const response = await inNetlify(ENV, () => handle(post(), { deploy: { context } }))
      statuses.push(response.status)
    }
    expect(statuses).toEqual([500, 200, 200])
    expect(upstream).toHaveLength(2)
    vi.restoreAllMocks()
  })
})

function setUp() {
  const upstream: unknown[] = []
  const handle = createFunction({
    async fetch(url) {
      upstream.push(url)
      return Response.json({ events_received: 1 })
    },
  })
  return { handle, upstream }
}

function post(): Request {
  const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
  return new Request(`https://school.example${CONVERSION_PATH}`, { method: 'POST', body })
}

function inNetlify<T>(env: Record<string, string>, run: () => T): T {
  vi.stubGlobal('Netlify', { env: { toObject: () => env } })
  try {
    return run()
  } finally {
    vi.unstubAllGlobals()
  }
}
