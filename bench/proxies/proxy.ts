import type { Config } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

/** Forwards one event and responds to the page, as hosts with the Fetch standard call it. */
export type Proxy = (request: Request) => Promise<Response>

/** Forwards one event, and returns the body of the response to the page. */
export type Send = (
  body: string,
  visitor: { userAgent: string | undefined; ip: string | undefined },
) => Promise<string>

export interface Upstream {
  /** For example `http://127.0.0.1:4000`. */
  graphUrl: string
  fetch: typeof fetch
}

export function toProxy(send: Send): Proxy {
  return async function handle(request) {
    const { headers } = request
    const body = await send(await request.text(), {
      userAgent: headers.get('User-Agent') ?? undefined,
      ip: headers.get('X-Forwarded-For') ?? undefined,
    })
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  }
}

/** The event that every proxy forwards: a lead, as the tracker sends it. */
export const LEAD = {
  event_name: 'Lead',
  event_id: '1795255200000.8d2f6c1e-5b7a-4f0e-9c3d-2a1b0c9d8e7f',
  event_source_url: 'https://school.example/courses/physics?utm_source=newsletter',
  user_data: {
    fbp: 'fb.1.1795255200000.1098115397',
    fbc: 'fb.1.1795255200000.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk',
    external_id: 'student-4711',
    em: 'cd9b1c4dac86bb1a5e05c4f1b0f6aa9ab6e3f6f0f3d7a9d4d5b0a4b7d63c1a52',
    ph: '9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de',
    fn: '0cc175b9c0f1b6a831c399e2697726610cc175b9c0f1b6a831c399e269772661',
    ln: '92eb5ffee6ae2fec3ad71c777531578f92eb5ffee6ae2fec3ad71c777531578f',
  },
  custom_data: { value: 120, currency: 'EUR', content_name: 'Physics, grade 8' },
}

/** The same event before the tracker has hashed the personal data. */
export const UNHASHED_LEAD = {
  ...LEAD,
  user_data: {
    ...LEAD.user_data,
    em: ' Anna.Petrova@School.Example ',
    ph: '+7 (912) 345-67-89',
    fn: 'Анастасия',
    ln: "O'Petrova",
  },
}

export const VISITOR = {
  'Content-Type': 'application/json',
  'User-Agent':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'X-Forwarded-For': '203.0.113.7',
  Origin: 'https://school.example',
}

export const PIXEL_ID = '770000000000077'
export const ACCESS_TOKEN = 'EAABench0123456789Token0123456789Token0123456789Token0123456789Token'

/** The path of a checkout with an older commit, to measure both in the same run. */
export const { BENCH_BASE: BASE } = process.env

export function configFor(graphUrl: string): Config {
  return { pixelId: PIXEL_ID, accessToken: ACCESS_TOKEN, graphUrl }
}

export const UPSTREAM_BODY =
  '{"events_received":1,"messages":[],"fbtrace_id":"AbCdEfGhIjKlMnOpQrStUvW"}'

/** Creates the request of a visitor's page. Browsers send the length of its body. */
export function createRequest(body: string): Request {
  return new Request(`https://school.example${CONVERSION_PATH}`, {
    method: 'POST',
    headers: { ...VISITOR, 'Content-Length': String(Buffer.byteLength(body)) },
    body,
  })
}
