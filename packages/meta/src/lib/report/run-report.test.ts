import { createEmulator } from '@conversion-capi/emulator'
import { describe, expect, it } from 'vitest'

import { renderText } from './render-text.ts'
import { runReport } from './run-report.ts'
import {
  ENV,
  graphError,
  NOW,
  playThreeDays,
  SCHOOLS,
  TOKEN,
  withReports,
} from './three-days.fixture.ts'

type Fetch = typeof globalThis.fetch

const emulator = await playThreeDays()

async function run(fetch: Fetch = emulator.fetch, env: Record<string, string> = ENV) {
  const requests: Request[] = []
  const recorded: Fetch = (input, init) => {
    const request = new Request(input as string, init)
    requests.push(request)
    return fetch(request)
  }
  const result = await runReport({ env, fetch: recorded, now: () => NOW })
  expect(JSON.stringify(result)).not.toContain(TOKEN)
  return { ...result, requests, codes: result.findings.map(({ code }) => code) }
}

/** Passes requests to the emulator, except those with a URL that contains a string. */
function replace(part: string, respond: () => Response | Promise<Response>): Fetch {
  return (input) => {
    const request = input as Request
    return request.url.includes(part) ? Promise.resolve(respond()) : emulator.fetch(request)
  }
}

function refuse(code: number, subcode?: number) {
  return () => Response.json(graphError(code, subcode), { status: 400 })
}

it('sends four GET requests with the token in the Authorization header only', async () => {
  const { requests } = await run()
  const path = (url: string) => url.replace('https://emulator.example/v26.0/', '')
  const seven = 'stats?aggregation=event&start_time=1794735000&end_time=1795339800&event_source'
  expect(requests.map(({ url }) => path(url))).toEqual([
    '1234567890?fields=id,name,last_fired_time',
    expect.stringMatching(/^dataset_quality\?dataset_id=1234567890&fields=web%7B/),
    `1234567890/${seven}=WEB_ONLY`,
    `1234567890/${seven}=SERVER_ONLY`,
  ])
  for (const { method, headers, url } of requests) {
    expect([method, headers.get('authorization')]).toEqual(['GET', `Bearer ${TOKEN}`])
    expect(decodeURIComponent(url)).not.toContain(TOKEN)
  }
})

it('asks for the fields that Meta has', async () => {
  // https://developers.facebook.com/docs/marketing-api/conversions-api/dataset-quality-api (v24.0, read 2026-11-22):
  // the examples. The table of fields says dedup_key_feedback, which is "(#100) Tried accessing nonexisting field".
  const { requests } = await run()
  expect(new URL(requests[1]!.url).searchParams.get('fields')).toBe(
    'web{event_name,event_match_quality{composite_score},event_coverage{percentage},dedupe_key_feedback{dedupe_key,browser_events_with_dedupe_key{percentage},overall_browser_coverage_from_dedupe_key{percentage}}}',
  )
  // https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ads-pixel/stats (v25.0, updated
  // 2025-12-10): "You can get the data up to seven days from the request time."
  const { searchParams } = new URL(requests[2]!.url)
  const [start, end] = ['start_time', 'end_time'].map((name) => Number(searchParams.get(name)))
  expect(end! - start!).toBe(7 * 86_400)
})

const GRANT =
  /"Use events dataset" for this dataset, and generate a token with the permissions ads_read and business_management\.$/

describe('without a permission', () => {
  it.each([
    ['dataset_quality', refuse(200), 'the dataset quality', '200'],
    ['dataset_quality', refuse(10), 'the dataset quality', '10'],
    ['WEB_ONLY', refuse(200), 'the number of events from browsers', '200'],
    ['SERVER_ONLY', refuse(100, 33), 'the number of events from the server', '100'],
    ['fields=id', refuse(100, 33), 'the name of the pixel and when it last fired', '100'],
  ])('for %s, names it and prints the rest', async (part, respond, words, code) => {
    const { pixels, findings, codes } = await run(replace(part, respond))
    expect(codes).toEqual(['graph-stand-in', 'part-not-permitted', 'never-tried-live'])
    expect(findings[1]).toMatchObject({
      level: 'error',
      message: `The access token may not read ${words} (code ${code}), so the report leaves it out.`,
      fix: expect.stringMatching(GRANT),
    })
    expect(pixels[0]!.events.length).toBe(6)
    const text = renderText(pixels[0]!)
    expect(text.includes('of 10')).toBe(part !== 'dataset_quality')
    expect(text.includes('last fired')).toBe(part !== 'fields=id')
    expect(/ Browser /.test(text)).toBe(part !== 'WEB_ONLY')
  })
})

describe('if a part fails', () => {
  it.each([
    ['throttling', refuse(80_004), 'it limits requests or is unavailable (code 80004)'],
    [
      'a web page',
      () => new Response('<h1>'),
      'its response with status 200 is not one that it documents',
    ],
    ['an expired token', refuse(190), 'it rejects the access token or the version'],
    [
      'a time limit',
      () => Promise.reject(new DOMException(TOKEN, 'TimeoutError')),
      'there was no complete response in time (TimeoutError)',
    ],
  ])('because of %s, the rest is printed', async (_, respond, reason) => {
    const { pixels, findings, codes } = await run(replace('dataset_quality', respond))
    expect(codes).toContain('part-missing')
    expect(findings.find(({ code }) => code === 'part-missing')?.message).toBe(
      `Meta did not return the dataset quality: ${reason}.`,
    )
    expect(pixels[0]!.events.length).toBe(6)
  })

  it('counts what it does not understand', async () => {
    const respond = () =>
      Response.json({ web: [{ event_name: 'Lead', event_coverage: 'high' }, 7] })
    const { findings, pixels } = await run(replace('dataset_quality', respond))
    expect(findings.map(({ message }) => message)).toContain(
      'The response for the dataset quality has 2 values with an unknown form, which the report leaves out.',
    )
    expect(pixels[0]!.events.map(({ name }) => name)).toContain('Lead')
  })
})

describe('if nothing can be read', () => {
  it.each([
    ['a broken token', refuse(190, 463), 'token-broken', 1],
    ['an expired version', refuse(2635), 'version-rejected', 1],
    ['a hidden pixel', refuse(100, 33), 'pixel-not-found', 4],
    ['no permission', refuse(200), 'report-not-permitted', 4],
    ['a limit', refuse(613), 'graph-unavailable', 4],
    ['a web page', () => new Response('<h1>'), 'graph-unexpected', 4],
    ['no connection', () => Promise.reject(new Error('x')), 'graph-unreachable', 1],
  ])('because of %s, says so once, as an error', async (_, respond, expected, count) => {
    const { pixels, requests, codes, findings } = await run(replace('', respond))
    expect(findings[1]!.level).toBe('error')
    expect(pixels).toEqual([])
    expect(codes).toEqual(['graph-stand-in', expected, 'never-tried-live'])
    expect(requests).toHaveLength(count)
    if (expected === 'report-not-permitted') expect(findings[1]!.fix).toMatch(GRANT)
  })

  it('reports missing variables as an error', async () => {
    const { findings, requests } = await run(emulator.fetch, {})
    expect(findings).toMatchObject([{ code: 'env-not-set', level: 'error' }])
    expect(requests).toEqual([])
  })
})

it.each([
  ['no time', {}],
  ['null', { last_fired_time: null }],
  ['the start of 1970', { last_fired_time: '1969-12-31T16:00:00-0800' }],
])('says that the pixel has never fired if Meta returns %s', async (_, fields) => {
  const respond = () => Response.json({ id: '1234567890', ...fields })
  const { pixels } = await run(replace('fields=id', respond))
  expect(renderText(pixels[0]!)).toContain('The pixel has never fired.')
})

it('says that there are no events', async () => {
  const empty = createEmulator({ accessToken: TOKEN, now: () => NOW })
  const { pixels, codes } = await run(withReports(empty).fetch)
  expect(renderText(pixels[0]!)).toMatch(
    /^No: [^]+The pixel has never fired\.\nMeta returns no events\.$/,
  )
  expect(codes).toEqual(['graph-stand-in', 'never-tried-live'])
})

it('reports each school', async () => {
  const { pixels, findings } = await run(emulator.fetch, SCHOOLS)
  expect(renderText(pixels[0]!)).toMatch(/^nord, pixel …890 \(Emulated pixel\): /m)
  expect(findings).toContainEqual(expect.objectContaining({ file: 'sud', code: 'pixel-not-found' }))
})
