import type { RequestListener } from 'node:http'

import { createEmulator } from '@conversion-capi/emulator'
import { startServer } from '@conversion-capi/test-support'
import { jsonValue } from '@conversion-capi/test-support/json'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { GRAPH_RULES } from '../graph/read-graph.ts'
import { ENV, graphError, NOW, SCHOOLS, TOKEN } from '../report/three-days.fixture.ts'
import { countFindings } from '../terminal/command-result.ts'
import { type DoctorOptions, runDoctor } from './run-doctor.ts'

async function diagnose(env: Record<string, string>, options: Partial<DoctorOptions> = {}) {
  const findings = await runDoctor({ env, timeoutMs: 5000, now: () => NOW, ...options })
  return { findings, codes: findings.map(({ code }) => code) }
}

async function diagnoseServer(listener: RequestListener, env = {}, timeoutMs = 5000) {
  const requests: Record<string, string | undefined>[] = []
  const { url: META_GRAPH_URL, close } = await startServer((request, response) => {
    const { method, url, headers } = request
    requests.push({ method, url, authorization: headers.authorization })
    listener(request, response)
  })
  onTestFinished(close)
  return { requests, ...(await diagnose({ ...ENV, META_GRAPH_URL, ...env }, { timeoutMs })) }
}

function respond(status: number, body: unknown): RequestListener {
  return (_, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

describe('with the emulator', () => {
  it('verifies that the token can read the pixel, and sends no event', async () => {
    const emulator = createEmulator({ accessToken: TOKEN })
    const { findings, codes } = await diagnose(ENV, emulator)
    expect(codes).toEqual([
      'graph-stand-in',
      'pixel-readable',
      'pixel-unverifiable',
      'never-tried-live',
      'arrival-unverifiable',
    ])
    expect(findings[1]).toMatchObject({
      level: 'verified',
      message: 'The access token can read the pixel …890 (Emulated pixel).',
    })
    expect([emulator.events(), emulator.rejections()]).toEqual([[], []])
  })

  it.each([
    ['token-broken', { META_ACCESS_TOKEN: 'another-token' }],
    ['pixel-not-found', { META_PIXEL_ID: '55' }],
  ])('reports %s', async (expected, env) => {
    const emulator = createEmulator({ accessToken: TOKEN })
    const { findings } = await diagnose({ ...ENV, ...env }, emulator)
    expect(findings.filter(({ level }) => level === 'error')).toMatchObject([{ code: expected }])
  })

  it('reads the pixel of each school', async () => {
    const { findings } = await diagnose(SCHOOLS, createEmulator({ accessToken: TOKEN }))
    const places = findings.map(({ file, code }) => `${file} ${code}`)
    expect(places).toEqual(expect.arrayContaining(['nord pixel-readable', 'sud pixel-not-found']))
  })
})

it.each<[string, Record<string, string>, string[]]>([
  ['the same pixel', ENV, ['pixel-matches']],
  ['another pixel', { ...ENV, META_PIXEL_ID: '55' }, ['env-pixel-id']],
  ['another pixel without a token', { META_PIXEL_ID: '55' }, ['env-pixel-id']],
  ["the school's pixel", SCHOOLS, ['pixel-matches', 'pixel-unverifiable sud']],
  [
    "another school's pixel",
    { ...SCHOOLS, META_PIXEL_ID__NORD: '55', META_PIXEL_ID__SUD: '1234567890' },
    ['env-pixel-id nord', 'pixel-unverifiable sud'],
  ],
  [
    'no school of the project',
    { ...SCHOOLS, META_ALLOWED_ORIGINS__NORD: 'https://west.example' },
    ['pixel-unverifiable nord', 'pixel-unverifiable sud'],
  ],
  ['a project that cannot be loaded', ENV, ['pixel-unverifiable']],
])('compares the pixel ID of a project with the variables: %s', async (name, env, expected) => {
  const fetch = async () => Response.json({ id: '1234567890' })
  const readSite = async () => {
    if (name.endsWith('loaded')) throw new Error()
    return { pixelId: '1234567890', origin: 'https://nord.example' }
  }
  const { findings } = await diagnose(env, { readSite, fetch })
  const found = findings.filter(({ code }) => /^pixel-(?:m|un)|^env-pixel-id/.test(code!))
  expect(found.map(({ code, file = '' }) => `${code} ${file}`.trim())).toEqual(expected)
})

it('sends one GET request with the token in the Authorization header only', async () => {
  const { requests } = await diagnoseServer(respond(200, { id: '1234567890' }))
  const url = '/v26.0/1234567890?fields=id,name'
  expect(requests).toEqual([{ method: 'GET', url, authorization: `Bearer ${TOKEN}` }])
})

const RESPONSES: [string, number, unknown, keyof typeof GRAPH_RULES, reason?: string][] = [
  ['a malformed token', 401, graphError(190), 'token-broken'],
  ['a changed password', 400, graphError(190, 460), 'token-broken', 'its owner has changed the'],
  ['an expired token', 400, graphError(190, 463), 'token-broken', 'it has expired (code 190)'],
  ['a revoked token', 400, graphError(190, 467), 'token-broken', 'it is no longer valid (code'],
  ['an expired session', 400, graphError(102), 'token-broken'],
  ['a hidden pixel', 400, graphError(100, 33), 'pixel-not-found'],
  ['a missing permission', 403, graphError(200), 'pixel-not-readable'],
  ['a missing permission', 400, graphError(10), 'pixel-not-readable'],
  ['an expired version', 400, graphError(2635), 'version-rejected'],
  ['throttling', 400, graphError(613), 'graph-unavailable'],
  ['the throttling of a business', 400, graphError(80_008), 'graph-unavailable'],
  ['an outage', 500, graphError(2), 'graph-unavailable'],
  ['a temporary failure without a documented code', 400, graphError(-3), 'graph-unavailable'],
  ['a bad gateway', 502, '<h1>Bad gateway</h1>', 'graph-unavailable'],
  ['another pixel', 200, { id: '55' }, 'graph-unexpected'],
  ['a web page', 200, '<!doctype html>', 'graph-unexpected'],
  ['an unknown error', 400, graphError(7), 'graph-unexpected'],
  ['an array', 200, [1], 'graph-unexpected'],
]

it.each(RESPONSES)('recognizes %s (%i): %j', async (_, status, body, expected, reason = '') => {
  const { findings, codes } = await diagnoseServer(respond(status, body))
  expect(codes).toContain(expected)
  expect(JSON.stringify(findings)).not.toContain(TOKEN)
  expect(findings.map(({ message }) => message).join()).toContain(reason)
  // Only a token that may not read can be right all the same.
  const summary = countFindings(findings)
  const unknown = 'No problems in what could be checked. Not verifiable: 3.'
  if (expected === 'pixel-not-readable') expect(summary).toBe(unknown)
  else expect(summary).not.toContain('No problems')
})

describe('failing connections', () => {
  it('does not follow redirects, which would resend the token', async () => {
    const paths: unknown[] = []
    const { codes } = await diagnoseServer(({ url }, response) => {
      paths.push(url)
      response.writeHead(302, { Location: '/other' }).end()
    })
    expect(codes).toContain('graph-unexpected')
    expect(paths).toHaveLength(1)
  })

  it('reports a server that never responds', async () => {
    const { findings } = await diagnoseServer(() => {}, {}, 300)
    const failed = findings.find(({ code }) => code === 'graph-unreachable')
    expect(failed?.message).toContain('no complete response in time')
  })

  it('stops reading an endless body', async () => {
    const { codes } = await diagnoseServer((_, response) => {
      const write = (): unknown => (response.write('x'.repeat(65_536)) ? setImmediate(write) : 0)
      response.on('drain', write)
      write()
    })
    expect(codes).toContain('graph-unexpected')
  })

  it('reports a token that cannot be a header, without sending it', async () => {
    const env = { META_ACCESS_TOKEN: 'tokén-ключ' }
    const { findings, codes, requests } = await diagnoseServer(respond(200, {}), env)
    expect(codes).toContain('token-malformed')
    expect(JSON.stringify(findings)).not.toContain('ключ')
    expect(requests).toEqual([])
  })
})

it('reports an empty environment as an error, and sends nothing', async () => {
  const { findings } = await diagnose({ META_GRAPH_VERSION: '' })
  expect(findings).toMatchObject([{ code: 'env-not-set', level: 'error' }])
})

it('never shows the token in any response of the Graph API', async () => {
  const value = fc.oneof(
    fc.constant(TOKEN),
    fc.constant(encodeURIComponent(TOKEN)),
    fc.constant(`${TOKEN} of the pixel`),
    fc.string(),
    fc.integer(),
    fc.constant(null),
  )
  const body = fc.oneof(
    fc.record({ id: fc.constant('1234567890'), name: value }),
    fc.record({ error: fc.record({ message: value, code: value, error_subcode: value }) }),
    jsonValue(),
  )
  const status = fc.constantFrom(200, 400, 401, 403, 500)
  await fc.assert(
    fc.asyncProperty(body, status, async (body, status) => {
      const fetch = async () => new Response(JSON.stringify(body), { status })
      const { findings } = await diagnose(ENV, { fetch })
      expect(JSON.stringify(findings)).not.toContain(TOKEN)
      expect(JSON.stringify(findings)).not.toContain(encodeURIComponent(TOKEN))
    }),
  )
})
