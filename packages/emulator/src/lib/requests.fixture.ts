import type { Emulator } from './emulator.ts'

export const BASE_URL = 'http://localhost:8787/emulator'
export const EVENTS_URL: string = `${BASE_URL}/v18.0/1234567890/events`
export const NOW: number = Date.UTC(2026, 10, 20, 12)
export const EMAIL_HASH = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'

/** What the proxy adds to `user_data`. */
export const CONNECTION = {
  client_ip_address: '203.0.113.7',
  client_user_agent: 'Mozilla/5.0',
} as const

/** Returns a valid event with `changes` applied; `undefined` removes a parameter. */
export function serverEvent(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const event = {
    event_name: 'Lead',
    event_id: 'lead-1',
    event_time: NOW / 1000,
    action_source: 'website',
    event_source_url: 'https://school.example/courses',
    user_data: { em: EMAIL_HASH, ...CONNECTION },
    ...changes,
  }
  return JSON.parse(JSON.stringify(event)) as Record<string, unknown>
}

/** Sends a body to the Conversions API without adding a token. */
export function postBody(
  emulator: Emulator,
  body: unknown,
  { url = EVENTS_URL, ...init }: RequestInit & { url?: string } = {},
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return emulator.fetch(url, { method: 'POST', body: text, ...init })
}

export function sendEvents(emulator: Emulator, ...data: unknown[]): Promise<Response> {
  return postBody(emulator, { data, access_token: 'emulator-access-token' })
}

export function sendPixelEvent(
  emulator: Emulator,
  fields: Record<string, string>,
): Promise<Response> {
  return emulator.fetch(`${BASE_URL}/tr?${new URLSearchParams({ id: '1234567890', ...fields })}`)
}

/** Returns the status and codes of an error response, without its messages and trace ID. */
export async function readError(response: Response): Promise<Record<string, unknown>> {
  const { error } = (await response.json()) as { error: Record<string, unknown> }
  return { status: response.status, code: error.code, subcode: error.error_subcode }
}
