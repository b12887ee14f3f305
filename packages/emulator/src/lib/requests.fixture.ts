import type { Emulator } from './create-emulator.ts'

export const BASE = 'http://localhost:8787/emulator'
export const EVENTS_URL: string = `${BASE}/v18.0/1234567890/events`
export const NOW: number = Date.UTC(2026, 10, 20, 12)
export const EMAIL_HASH = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'

/** An event that Meta accepts, with something changed; `undefined` takes a parameter away. */
export function serverEvent(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const event = {
    event_name: 'Lead',
    event_id: 'lead-1',
    event_time: NOW / 1000,
    action_source: 'website',
    event_source_url: 'https://school.example/courses',
    user_data: { em: EMAIL_HASH, client_user_agent: 'Mozilla/5.0' },
    ...changes,
  }
  return JSON.parse(JSON.stringify(event)) as Record<string, unknown>
}

export function post(
  emulator: Emulator,
  body: unknown,
  { url = EVENTS_URL, ...init }: RequestInit & { url?: string } = {},
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return emulator.fetch(url, { method: 'POST', body: text, ...init })
}

/** Posts events with the default token. */
export function send(emulator: Emulator, ...data: unknown[]): Promise<Response> {
  return post(emulator, { data, access_token: 'emulator-access-token' })
}

export function hit(emulator: Emulator, fields: Record<string, string>): Promise<Response> {
  return emulator.fetch(`${BASE}/tr?${new URLSearchParams({ id: '1234567890', ...fields })}`)
}

/** What a test compares of an error: all but the texts and the trace. */
export async function refusal(response: Response): Promise<Record<string, unknown>> {
  const { error } = (await response.json()) as { error: Record<string, unknown> }
  return { status: response.status, code: error.code, subcode: error.error_subcode }
}
