import { describe, expect, it } from 'vitest'

import { createEmulator, type Emulator } from '../emulator.ts'
import { CONNECTION, NOW, sendEvents, sendPixelEvent, serverEvent } from '../requests.fixture.ts'

const TOKEN = 'emulator-access-token'
const DAY = 86_400_000
const ALL =
  'web{event_name,event_match_quality{composite_score},event_coverage{percentage,goal_percentage},dedupe_key_feedback{dedupe_key,browser_events_with_dedupe_key{percentage},server_events_with_dedupe_key{percentage},overall_browser_coverage_from_dedupe_key{percentage}},data_freshness{upload_frequency},acr{percentage}}'

function start() {
  const clock = { ms: NOW }
  const emulator = createEmulator({ now: () => clock.ms })
  return { clock, emulator }
}

function sendServer(emulator: Emulator, event_id: string, changes: Record<string, unknown> = {}) {
  return sendEvents(emulator, serverEvent({ event_id, user_data: CONNECTION, ...changes }))
}

function sendBrowser(emulator: Emulator, ev: string, eid?: string) {
  return sendPixelEvent(emulator, { ev, ...(eid && { eid }) })
}

async function read(emulator: Emulator, path: string, token = TOKEN) {
  const response = await emulator.fetch(`https://graph.facebook.com/v26.0/${path}`, {
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  })
  return { status: response.status, body: await response.json() }
}

function readQuality(emulator: Emulator, fields = ALL, id = '1234567890') {
  return read(emulator, `dataset_quality?dataset_id=${id}&fields=${fields}`)
}

describe('GET /{version}/dataset_quality', () => {
  it('computes coverage and deduplication', async () => {
    const { emulator } = start()
    for (const id of ['a', 'b', 'c']) await sendBrowser(emulator, 'Lead', id)
    // A repeated request of the pixel is not another event.
    await sendBrowser(emulator, 'Lead', 'a')
    await sendBrowser(emulator, 'Lead')
    await sendServer(emulator, 'a')
    await sendServer(emulator, 'z')
    // The ID of another event is no copy.
    await sendServer(emulator, 'b', { event_name: 'Schedule' })
    // A call is not an event of the website.
    await sendServer(emulator, 'c', {
      action_source: 'phone_call',
      user_data: { em: 'a'.repeat(64) },
    })
    const { body } = await readQuality(emulator)
    expect(body.web).toEqual([
      {
        event_name: 'Lead',
        event_match_quality: {},
        event_coverage: { percentage: 25, goal_percentage: 75 },
        dedupe_key_feedback: [
          {
            dedupe_key: 'event_id',
            browser_events_with_dedupe_key: { percentage: 75 },
            server_events_with_dedupe_key: { percentage: 100 },
            overall_browser_coverage_from_dedupe_key: { percentage: 25 },
          },
        ],
      },
      expect.objectContaining({ event_name: 'Schedule' }),
    ])
    // No event of the browser could be covered.
    expect(body.web[1]).not.toHaveProperty('event_coverage')
  })

  it('forgets events after seven days', async () => {
    const { emulator, clock } = start()
    await sendBrowser(emulator, 'Lead', 'a')
    clock.ms += 8 * DAY
    expect((await readQuality(emulator)).body).toEqual({ web: [] })
  })

  it.each([
    ['the field of the table in the documentation', 'web{dedup_key_feedback}'],
    ['an unknown field', 'web{owner}'],
    ['an inherited property', 'web{constructor}'],
    ['no fields', ''],
  ])('rejects %s', async (_, fields) => {
    const { emulator } = start()
    const { status, body } = await readQuality(emulator, fields)
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 100 })
  })
})

describe('GET /{version}/{pixel_id}/stats', () => {
  const STATS = '1234567890/stats?aggregation=event'

  it('counts the events by name, source and time', async () => {
    const { emulator, clock } = start()
    await sendBrowser(emulator, 'PageView', 'a')
    await sendServer(emulator, 'a', { event_name: 'PageView' })
    clock.ms += DAY
    await sendBrowser(emulator, 'PageView', 'b')
    await sendBrowser(emulator, 'Lead', 'c')
    const counts = async (query: string) => (await read(emulator, `${STATS}${query}`)).body.data
    const PageView = (count: number) => ({ value: 'PageView', count })
    const Lead = { value: 'Lead', count: 1 }
    const hours = [
      ['2026-11-20T12:00:00+0000', [PageView(1)]],
      ['2026-11-21T12:00:00+0000', [PageView(1), Lead]],
    ].map(([start_time, data]) => ({ aggregation: 'event', start_time, data }))
    expect(await counts('&event_source=WEB_ONLY')).toEqual(hours)
    expect(await counts('&event_source=SERVER_ONLY')).toMatchObject([{ data: [PageView(1)] }])
    expect(await counts('')).toMatchObject([{ data: [PageView(2)] }, { data: [PageView(1), Lead] }])
    const later = (NOW + 1000) / 1000
    expect(await counts(`&start_time=${later}`)).toMatchObject([{ data: [PageView(1), Lead] }])
    expect(await counts(`&end_time=${later}`)).toMatchObject([{ data: [PageView(2)] }])
    expect(await counts('&start_time=2026-11-22')).toEqual([])
  })

  it.each([
    '1234567890/stats',
    '1234567890/stats?aggregation=url',
    `${STATS}&event_source=BROWSER`,
    `${STATS}&event_source=toString`,
    `${STATS}&start_time=yesterday`,
  ])('rejects GET %s', async (path) => {
    expect(await read(start().emulator, path)).toMatchObject({
      status: 400,
      body: { error: { code: 100 } },
    })
  })
})

it.each(['dataset_quality?dataset_id=1234567890&fields=web', '1234567890/stats', '1234567890'])(
  'rejects a missing and a wrong token and an unknown pixel at GET %s',
  async (path) => {
    const { emulator } = start()
    for (const token of ['', 'wrong']) {
      expect(await read(emulator, path, token)).toMatchObject({
        status: 401,
        body: { error: { code: 190 } },
      })
    }
    const other = path.replace('1234567890', '55')
    expect(await read(emulator, other)).toMatchObject({
      status: 400,
      body: { error: { code: 100, error_subcode: 33 } },
    })
    expect(emulator.rejections()).toHaveLength(3)
  },
)

it('returns the fields of the pixel, also under a prefix and with the token in the query', async () => {
  const { emulator } = start()
  const named = { id: '1234567890', name: 'Emulated pixel' }
  expect((await read(emulator, '1234567890')).body).toEqual({ id: '1234567890' })
  expect((await read(emulator, '1234567890?fields=id,name')).body).toEqual(named)
  const path = `/v18.0/1234567890/?fields=name&access_token=${TOKEN}`
  const response = await emulator.fetch(`https://graph.facebook.com/prefix${path}`)
  expect(await response.json()).toEqual(named)
  expect(await read(emulator, '1234567890?fields=owner')).toMatchObject({
    status: 400,
    body: { error: { code: 100 } },
  })
})

it('returns when the pixel last fired', async () => {
  const { emulator } = start()
  const fields = '1234567890?fields=last_fired_time'
  await sendServer(emulator, 'a')
  expect((await read(emulator, fields)).body).toEqual({ id: '1234567890' })
  await sendBrowser(emulator, 'Lead', 'a')
  expect((await read(emulator, fields)).body).toEqual({
    id: '1234567890',
    last_fired_time: '2026-11-20T12:00:00+0000',
  })
})
