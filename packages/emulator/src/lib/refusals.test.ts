import { describe, expect, it } from 'vitest'

import { describeRow } from './browser/live-page/model/describe-row.ts'
import { createStore } from './browser/live-page/model/store.ts'
import { createEmulator, type Emulator } from './emulator.ts'
import {
  BASE_URL,
  NOW,
  postBody,
  sendEvents,
  sendPixelEvent,
  serverEvent,
} from './requests.fixture.ts'

const now = () => NOW
const TOKEN = 'emulator-access-token'
const DAY_S = 86_400

type Send = (emulator: Emulator) => Promise<Response>

const send =
  (changes: Record<string, unknown>): Send =>
  (emulator) =>
    sendEvents(emulator, serverEvent(changes))
const post =
  (body: unknown): Send =>
  (emulator) =>
    postBody(emulator, body, { url: `${BASE_URL}/v18.0/1234567890/events?access_token=${TOKEN}` })
const pixel =
  (fields: Record<string, string>): Send =>
  (emulator) =>
    sendPixelEvent(emulator, fields)
const contents = (value: unknown): Send => send({ custom_data: { contents: value } })

/** What is sent, how the row is titled, what is wrong, what to change, and what Meta's code means. */
const REFUSALS: [title: string, send: Send, sentence: string, fix: string, meaning: string][] = [
  [
    'No event name',
    post('data=1'),
    'The request body is not a JSON object.',
    'Send a JSON object such as',
    'invalid parameter',
  ],
  [
    'Lead',
    (emulator) => postBody(emulator, { data: [serverEvent()] }),
    'The access token is missing.',
    'Set META_ACCESS_TOKEN to the access token of the emulator.',
    'The access token is invalid or expired.',
  ],
  [
    'Lead',
    (emulator) => postBody(emulator, { data: [serverEvent()], access_token: 'EAAwrong' }),
    'The access token is not accepted.',
    'Set META_ACCESS_TOKEN to the access token of the emulator.',
    'The access token is invalid or expired.',
  ],
  [
    'Lead',
    (emulator) =>
      postBody(
        emulator,
        { data: [serverEvent()], access_token: TOKEN },
        { url: `${BASE_URL}/v18.0/7/events` },
      ),
    'The pixel ID in the URL is not the one of the emulator.',
    'Set META_PIXEL_ID to 1234567890.',
    'The pixel does not exist, or the access token has no access to it.',
  ],
  [
    'No event name',
    post({}),
    'The request contains no events.',
    'Send the events as an array',
    'invalid parameter',
  ],
  [
    '1,001 events',
    post({ data: Array.from({ length: 1001 }, () => serverEvent()) }),
    'The request contains more than 1000 events.',
    'Send at most 1000 events per request.',
    'invalid parameter',
  ],
  [
    'No event name',
    post({ data: [7] }),
    'data[0] is not an object.',
    'Send each event as an object',
    'invalid parameter',
  ],
  ...['em', 'ph', 'fn', 'ln'].map(
    (key) =>
      [
        'Lead',
        send({ user_data: { [key]: 'Mary' } }),
        `user_data.${key} is not hashed.`,
        `Hash ${key} with SHA-256 in the browser`,
        'invalid parameter',
      ] as (typeof REFUSALS)[number],
  ),
  [
    'Lead',
    send({ custom_data: { buyer: { phone: '+49 175 12345' } } }),
    'custom_data.buyer.phone is unhashed personal data.',
    'Pass the value as the third argument of track, which hashes it, or remove it. The proxy drops it.',
    'invalid parameter',
  ],
  ...(
    [
      ['event_name', '', 'a non-empty string'],
      ['event_time', '2026', 'an integer, in Unix seconds'],
      ['action_source', 'web', 'one of website, email'],
      ['user_data', undefined, 'an object'],
      ['event_id', 7, 'a string'],
      ['event_source_url', 7, 'a string'],
      ['referrer_url', 7, 'a string'],
      ['custom_data', [], 'an object'],
    ] as const
  ).map(
    ([key, value, expected]) =>
      [
        key === 'event_name' ? '[masked]' : 'Lead',
        send({ [key]: value }),
        `${key} is missing or has the wrong type.`,
        `Send ${key} as ${expected}`,
        'invalid parameter',
      ] as (typeof REFUSALS)[number],
  ),
  [
    'Lead',
    send({ value: 1 }),
    'The key "value" is not allowed in an event.',
    'Remove the key, or move it to custom_data',
    'a parameter that Meta does not know',
  ],
  [
    'Lead',
    contents([{ id: '1', name: 'Physics' }]),
    'The key "name" is not allowed in an item of custom_data.contents.',
    'Use only brand, category,',
    'a parameter that Meta does not know',
  ],
  [
    'Lead',
    contents('[]'),
    'custom_data.contents is not an array.',
    'Send contents as an array of objects',
    'a parameter that Meta does not know',
  ],
  [
    'Lead',
    contents(['1']),
    'custom_data.contents[0] is not an object.',
    'Send each item as an object',
    'The contents of the event are invalid.',
  ],
  [
    'Lead',
    send({ event_time: NOW / 1000 - 8 * DAY_S }),
    'event_time is more than 7 days in the past.',
    'Send events when they happen.',
    'The event is older than 7 days.',
  ],
  [
    'Lead',
    send({ event_time: NOW / 1000 - 63 * DAY_S, action_source: 'physical_store' }),
    'event_time is more than 62 days in the past.',
    'Send events when they happen.',
    'The event is older than 7 days.',
  ],
  [
    'Lead',
    send({ event_time: NOW }),
    'event_time is in milliseconds.',
    'Send seconds: Math.floor(Date.now() / 1000).',
    'invalid parameter',
  ],
  [
    'Lead',
    send({ event_time: NOW / 1000 + 90 }),
    'event_time is more than 60 seconds in the future.',
    'Send the time of the event as Unix seconds',
    'invalid parameter',
  ],
  [
    'Purchase',
    send({ event_name: 'Purchase' }),
    'The Purchase has no numeric value and no currency.',
    "Send both in custom_data: track('Purchase', { value: 240, currency: 'EUR' }).",
    'The Purchase has no value or no currency.',
  ],
  [
    'Lead',
    send({ user_data: { client_user_agent: 'x' } }),
    'user_data does not identify a person.',
    'Send at least one more key: the cookies fbp or fbc',
    'The customer information does not identify a person.',
  ],
  [
    'No event name',
    (emulator) => emulator.fetch(`${BASE_URL}/tr`, { method: 'POST', body: '[1]' }),
    'The request body is neither a form nor a JSON object.',
    'Use the pixel script of the emulator',
    'invalid parameter',
  ],
  [
    'Lead',
    pixel({ ev: 'Lead', 'ud[em]': 'Mary' }),
    'user_data.em is not hashed.',
    'Hash em with SHA-256 in the browser',
    'invalid parameter',
  ],
  [
    'Lead',
    pixel({ ev: 'Lead', id: '7' }),
    'The pixel ID is not the one of the emulator.',
    "Call fbq('init', '1234567890').",
    'The pixel does not exist, or the access token has no access to it.',
  ],
  [
    'No event name',
    pixel({}),
    'The event has no name.',
    "fbq('track', 'Lead')",
    'invalid parameter',
  ],
  [
    'No event name',
    (emulator) => emulator.fetch(`${BASE_URL}/tr`, { method: 'PUT' }),
    'The method PUT is not supported for this path.',
    'Use GET, POST.',
    'invalid parameter',
  ],
  [
    'No event name',
    (emulator) => emulator.fetch(`${BASE_URL}/events`, { method: 'POST' }),
    'The path is not one of the emulator.',
    'Set META_GRAPH_URL to the URL of the emulator',
    'invalid parameter',
  ],
]

describe('the row of a rejected request', () => {
  it.each(REFUSALS)(
    'has the title %s, and says what to change (%#)',
    async (title, send, sentence, fix, meaning) => {
      const emulator = createEmulator({ now })
      const { status } = await send(emulator)
      const rejections = emulator.rejections()
      const store = createStore(10)
      store.apply({ rejections })
      const [row, ...others] = store.rows()
      const [rejection] = rejections
      expect(others).toEqual([])
      const view = describeRow(row!)
      expect(view.sentence.startsWith(sentence), view.sentence).toBe(true)
      expect(view).toMatchObject({
        name: title,
        label: 'Rejected',
        tone: 'bad',
        page: expect.stringContaining(`Status ${status}, code ${rejection!.code}`),
        warnings: [],
      })
      expect(rejection!.fix).toContain(fix)
      expect(rejection!.meaning).toContain(meaning)
      expect(JSON.stringify(rejections)).not.toContain('Mary')
    },
  )
})
