import type { RequestListener } from 'node:http'

import { createEmulator } from '@conversion-capi/emulator'
import { startServer } from '@conversion-capi/test-support'
import { jsonValue } from '@conversion-capi/test-support/json'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { GRAPH_RULES } from '../graph/graph-rules.ts'
import { countFindings } from '../terminal/command-result.ts'
import { runDoctor } from './run-doctor.ts'

const TOKEN = 'EAAB-secret/token+value=='
const NOW = Date.parse('2026-11-21')
type Code = keyof typeof GRAPH_RULES

const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: TOKEN, META_GRAPH_VERSION: 'v25.0' }

function diagnose(env: Record<string, string>, timeoutMs = 5000, fetch = globalThis.fetch) {
  return runDoctor({ env, timeoutMs, fetch, now: () => NOW })
}

/** Starts a stand-in for the Graph API, and records the requests. */
async function startGraph(listener: RequestListener) {
  const requests: Record<string, string | undefined>[] = []
  const server = await startServer((request, response) => {
    const { method, url, headers } = request
    requests.push({ method, url, authorization: headers.authorization })
    listener(request, response)
  })
  onTestFinished(server.close)
  return { url: server.url, requests }
}

function respond(status: number, body: unknown): RequestListener {
  return (_, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

function graphError(code: number, error_subcode?: number) {
  return { error: { message: `No: ${TOKEN}`, type: 'OAuthException', code, error_subcode } }
}

describe('with the emulator', () => {
  function diagnoseWithEmulator(
    env: Record<string, string>,
    emulator = createEmulator({ accessToken: TOKEN }),
  ) {
    return diagnose({ META_GRAPH_URL: 'http://localhost:4000', ...env }, 5000, emulator.fetch)
  }

  it('verifies that the token can read the pixel, and sends no event', async () => {
    const emulator = createEmulator({ accessToken: TOKEN })
    const findings = await diagnoseWithEmulator(ENV, emulator)
    expect(findings.map(({ code }) => code)).toEqual([
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
    expect(emulator.events()).toEqual([])
    expect(emulator.rejections()).toEqual([])
  })

  it.each([
    ['token-broken', { META_ACCESS_TOKEN: 'another-token' }],
    ['pixel-not-found', { META_PIXEL_ID: '55' }],
  ])('reports %s', async (expected, env) => {
    const findings = await diagnoseWithEmulator({ ...ENV, ...env })
    expect(findings.filter(({ level }) => level === 'error')).toMatchObject([{ code: expected }])
  })

  it('reads the pixel of each school', async () => {
    const findings = await diagnoseWithEmulator({
      META_SCHOOLS: 'nord,sud',
      META_GRAPH_VERSION: 'v25.0',
      META_PIXEL_ID__NORD: '1234567890',
      META_ACCESS_TOKEN__NORD: TOKEN,
      META_ALLOWED_ORIGINS__NORD: 'https://nord.example',
      META_PIXEL_ID__SUD: '55',
      META_ACCESS_TOKEN__SUD: TOKEN,
      META_ALLOWED_ORIGINS__SUD: 'https://sud.example',
    })
    expect(findings).toContainEqual(
      expect.objectContaining({ file: 'nord', code: 'pixel-readable' }),
    )
    expect(findings).toContainEqual(
      expect.objectContaining({ file: 'sud', code: 'pixel-not-found' }),
    )
  })
})

describe('in the folder of a project', () => {
  const SCHOOLS = {
    META_SCHOOLS: 'nord,sud',
    META_GRAPH_VERSION: 'v25.0',
    META_PIXEL_ID__NORD: '1234567890',
    META_ACCESS_TOKEN__NORD: TOKEN,
    META_ALLOWED_ORIGINS__NORD: 'https://www.nord.example,https://nord.example',
    META_PIXEL_ID__SUD: '55',
    META_ACCESS_TOKEN__SUD: TOKEN,
    META_ALLOWED_ORIGINS__SUD: 'https://sud.example',
  }

  it.each<[string, Record<string, string>, [code: string, file?: string][]]>([
    ['the same pixel', ENV, [['pixel-matches']]],
    ['another pixel', { ...ENV, META_PIXEL_ID: '55' }, [['env-pixel-id']]],
    ['another pixel without a token', { META_PIXEL_ID: '55' }, [['env-pixel-id']]],
    ["the school's pixel", SCHOOLS, [['pixel-matches'], ['pixel-unverifiable', 'sud']]],
    [
      "another school's pixel",
      { ...SCHOOLS, META_PIXEL_ID__NORD: '55', META_PIXEL_ID__SUD: '1234567890' },
      [
        ['env-pixel-id', 'nord'],
        ['pixel-unverifiable', 'sud'],
      ],
    ],
    [
      'no school of the project',
      { ...SCHOOLS, META_ALLOWED_ORIGINS__NORD: 'https://west.example' },
      [
        ['pixel-unverifiable', 'nord'],
        ['pixel-unverifiable', 'sud'],
      ],
    ],
  ])('compares its pixel ID with the variables: %s', async (_, env, expected) => {
    const fetch = async () => Response.json({ id: '1234567890' })
    const readSite = async () => ({ pixelId: '1234567890', origin: 'https://nord.example' })
    const findings = await runDoctor({ env, readSite, fetch, now: () => NOW })
    const found = findings.filter(({ code }) => /^pixel-(?:m|un)|^env-pixel-id/.test(code!))
    expect(found.map(({ code, file }) => (file === undefined ? [code] : [code, file]))).toEqual(
      expected,
    )
  })

  it('says that it cannot compare the pixel of a project that cannot be loaded', async () => {
    const fetch = async () => Response.json({ id: '1234567890' })
    const findings = await runDoctor({
      env: ENV,
      readSite: () => Promise.reject(new Error()),
      fetch,
      now: () => NOW,
    })
    expect(findings).toContainEqual(expect.objectContaining({ code: 'pixel-unverifiable' }))
  })
})

it('sends one GET request with the token in the Authorization header only', async () => {
  const { url, requests } = await startGraph(respond(200, { id: '1234567890' }))
  await diagnose({ ...ENV, META_GRAPH_URL: url })
  expect(requests).toEqual([
    {
      method: 'GET',
      url: '/v25.0/1234567890?fields=id,name',
      authorization: `Bearer ${TOKEN}`,
    },
  ])
})

const RESPONSES: [string, number, unknown, Code][] = [
  ['a malformed token', 401, graphError(190), 'token-broken'],
  ['an expired token', 400, graphError(190, 463), 'token-broken'],
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

it.each(RESPONSES)('tells %s (%i) apart: %j', async (_, status, body, expected) => {
  const { url } = await startGraph(respond(status, body))
  const findings = await diagnose({ ...ENV, META_GRAPH_URL: url })
  expect(findings.map(({ code }) => code)).toContain(expected)
  expect(JSON.stringify(findings)).not.toContain(TOKEN)
  // Only a token that may not read can be right all the same.
  const summary = countFindings(findings)
  if (expected === 'pixel-not-readable') expect(summary).toMatch(/Not verifiable: 3\.$/)
  else expect(summary).not.toContain('No problems found')
})

it.each([
  [460, 'its owner has changed the password'],
  [463, 'it has expired'],
  [467, 'it is no longer valid'],
])('explains the subcode %i of a broken token', async (subcode, reason) => {
  const { url } = await startGraph(respond(400, graphError(190, subcode)))
  const findings = await diagnose({ ...ENV, META_GRAPH_URL: url })
  expect(findings.map(({ message }) => message).join()).toContain(`${reason} (code 190)`)
})

describe('failing connections', () => {
  it('does not follow redirects, which would resend the token', async () => {
    const other = await startGraph(respond(200, { id: '1234567890' }))
    const { url } = await startGraph((_, response) => {
      response.writeHead(302, { Location: other.url }).end()
    })
    const findings = await diagnose({ ...ENV, META_GRAPH_URL: url })
    expect(findings.map(({ code }) => code)).toContain('graph-unexpected')
    expect(other.requests).toEqual([])
  })

  it('reports a server that never responds', async () => {
    const { url } = await startGraph(() => {})
    const findings = await diagnose({ ...ENV, META_GRAPH_URL: url }, 300)
    const failed = findings.find(({ code }) => code === 'graph-unreachable')
    expect(failed?.message).toContain('no complete response in time')
  })

  it('stops reading an endless body', async () => {
    const { url } = await startGraph((_, response) => {
      const write = (): unknown => (response.write('x'.repeat(65_536)) ? setImmediate(write) : 0)
      response.on('drain', write)
      write()
    })
    const findings = await diagnose({ ...ENV, META_GRAPH_URL: url })
    expect(findings.map(({ code }) => code)).toContain('graph-unexpected')
  })

  it('reports a token that cannot be a header, without sending it', async () => {
    const { url, requests } = await startGraph(respond(200, {}))
    const env = { ...ENV, META_ACCESS_TOKEN: 'tokén-ключ', META_GRAPH_URL: url }
    const findings = await diagnose(env)
    expect(findings.map(({ code }) => code)).toContain('token-malformed')
    expect(JSON.stringify(findings)).not.toContain('ключ')
    expect(requests).toEqual([])
  })
})

it('reports an empty environment as an error, and sends nothing', async () => {
  const findings = await diagnose({ META_GRAPH_VERSION: '' })
  expect(findings).toMatchObject([{ code: 'env-not-set', level: 'error' }])
})

it('never shows the token, whatever the Graph API responds', async () => {
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
      const findings = await runDoctor({ env: ENV, fetch, now: () => NOW })
      expect(JSON.stringify(findings)).not.toContain(TOKEN)
      expect(JSON.stringify(findings)).not.toContain(encodeURIComponent(TOKEN))
    }),
  )
})
