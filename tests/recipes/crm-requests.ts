import { createHmac } from 'node:crypto'

export const SITE = 'https://school.example'
export const SIGNING_SECRET = 'signing-secret'
export const TOKEN = '0123456789abcdef'.repeat(2)
export const AMO_SECRET = 'amo-secret'
export const LEAD_EVENT_ID = '0b8f2a52-1f4e-4d35-9c52-0f6f7d7a5a11'
export const VISITOR = {
  event_id: LEAD_EVENT_ID,
  event_source_url: `${SITE}/programs/sailing`,
  fbp: 'fb.1.1795170995788.1093847562',
  fbc: 'fb.1.1795170995788.AbCd',
  client_ip_address: '203.0.113.7',
  client_user_agent: 'Mozilla/5.0',
}
export const LEAD_ID = '525645896321548'

/** Returns the generic webhook, with the signature that the guide describes. */
export function sign(
  body: unknown,
  { secret = SIGNING_SECRET, timestamp = Math.floor(Date.now() / 1000) } = {},
): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')
  const headers = { 'X-Timestamp': String(timestamp), 'X-Signature': signature }
  return new Request(`${SITE}/crm/signed`, { method: 'POST', headers, body: text })
}

/** Returns the generic webhook of a tool that cannot sign. */
export function postToken(body: unknown, authorization = `Bearer ${TOKEN}`, query = ''): Request {
  return new Request(`${SITE}/crm/token${query}`, {
    method: 'POST',
    headers: authorization ? { authorization } : {},
    body: JSON.stringify(body),
  })
}

/** Returns a webhook of amoCRM, form-encoded like its documentation's JSON. */
export function postAmo(body: unknown, secret = AMO_SECRET): Request {
  const form = new URLSearchParams(flatten(body))
  return new Request(`${SITE}/crm/amocrm/${secret}`, { method: 'POST', body: form })
}

function flatten(value: unknown, name = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, item]) =>
    flatten(item, name ? `${name}[${key}]` : key),
  )
}
