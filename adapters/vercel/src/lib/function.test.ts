import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import {
  describeAdapter,
  describeConformance,
  describePreview,
  withEnv,
} from '@conversion-capi/conformance'
import { describe, expect, it } from 'vitest'

import { clientIp, createFunction, type VercelFunction } from './function.ts'

describeAdapter('the default export of a Vercel Function', {
  start: (env, options) => ({ handle: withEnv(env, () => createFunction(options)).fetch }),
  clientIp,
  hostHeaders: { 'X-Vercel-Forwarded-For': '203.0.113.7', 'X-Real-IP': '203.0.113.8' },
  expectedIp: '203.0.113.7',
})

describeConformance('the named methods of a Vercel Function', (env) => {
  const methods = withEnv(env, () => createFunction({ onOutcome() {} }))
  return { handle: (request) => methods[request.method as keyof VercelFunction](request) }
})

describePreview(
  {
    preview: ['VERCEL_ENV is "preview"'],
    other: ['VERCEL_ENV is "production"', 'VERCEL_ENV is "development"', undefined],
  },
  (signal, env, options) => {
    const name = signal?.split('"')[1]
    return withEnv({ ...env, ...(name && { VERCEL_ENV: name }) }, () => createFunction(options))
      .fetch
  },
)

describe('clientIp()', () => {
  it.each([
    [{ 'X-Vercel-Forwarded-For': '203.0.113.7', 'X-Real-IP': '203.0.113.8' }, '203.0.113.7'],
    [{ 'X-Forwarded-For': '192.0.2.1', 'X-Real-IP': '203.0.113.8' }, '203.0.113.8'],
    [{ 'X-Forwarded-For': '192.0.2.1' }, undefined],
  ])('reads the headers that Vercel writes: %j', (headers, ip) => {
    const url = `https://school.example${CONVERSION_PATH}`
    expect(clientIp(new Request(url, { headers: headers as HeadersInit }))).toBe(ip)
  })
})
