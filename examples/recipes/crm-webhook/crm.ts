import type { NationalPhone, ServerEvent } from '@conversion-capi/core'

import { readAmo, readGeneric, type StageChange } from './crms.ts'
import { toEvent } from './to-event.ts'
import { isEqual, isSigned } from './verify.ts'
import { type Click, confirmUrl, type FoundClick, isFromWhatsApp, readClicks } from './whatsapp.ts'

/** Options of {@link createCrm}. A webhook whose secret is missing or empty responds with 404. */
export interface CrmOptions {
  /** Stores an event that is to be sent. Returns `false` if an event with its ID was stored before. */
  add: (event: ServerEvent) => boolean
  /** Signs the generic webhook. */
  signingSecret?: string | undefined
  /** The token of tools that cannot sign the generic webhook. At least 32 characters. */
  token?: string | undefined
  /** The last part of the webhook's URL in amoCRM. */
  amoSecret?: string | undefined
  /** The secret of the app that receives WhatsApp's webhooks, and the text that verifies the URL of the webhook. */
  whatsApp?: { [Key in 'secret' | 'verifyToken']?: string | undefined } | undefined
  addClick?: (found: FoundClick) => void
  findClick?: (phoneHash: string) => Click | undefined
  nationalPhone?: NationalPhone | undefined
  now?: () => number
}

/**
 * Creates a fetch handler for the webhooks of CRMs, below `/crm/`.
 *
 * @throws {TypeError} If the token is too short.
 */
export function createCrm(options: CrmOptions): (request: Request) => Promise<Response> {
  const { add, signingSecret, amoSecret, nationalPhone, now = Date.now } = options
  if (options.token && options.token.length < 32) {
    throw new TypeError('CRM_TOKEN must have at least 32 characters. Use `openssl rand -hex 32`.')
  }
  const { addClick, findClick, whatsApp } = options

  return async function handle(request) {
    const requestUrl = new URL(request.url)
    const [, path, crm, given] = requestUrl.pathname.split('/')
    const isWhatsApp = path === 'crm' && crm === 'whatsapp' && addClick && whatsApp?.secret
    if (isWhatsApp && request.method === 'GET' && whatsApp.verifyToken) {
      return confirmUrl(requestUrl, whatsApp.verifyToken) ?? unauthorized()
    }
    if (request.method !== 'POST' || path !== 'crm') {
      return new Response('Not found', { status: 404 })
    }

    // `serve` limits its length.
    const body = await request.text()
    const { headers } = request
    let read: () => StageChange[]
    if (crm === 'signed' && signingSecret) {
      if (!isSigned(headers, body, signingSecret, now())) return unauthorized()
      read = () => readGeneric(body)
    } else if (crm === 'token' && options.token) {
      if (!isEqual(headers.get('Authorization'), `Bearer ${options.token}`)) return unauthorized()
      read = () => readGeneric(body)
    } else if (crm === 'amocrm' && amoSecret) {
      if (!isEqual(given, amoSecret)) return unauthorized()
      read = () => readAmo(body)
    } else if (isWhatsApp) {
      if (!isFromWhatsApp(headers, body, whatsApp.secret!)) return unauthorized()
      read = () => {
        for (const found of readClicks(body)) addClick(found)
        return []
      }
    } else {
      return new Response('Not found', { status: 404 })
    }

    let changes: StageChange[]
    try {
      changes = read()
    } catch (error) {
      if (error instanceof SyntaxError)
        return new Response('The body must be JSON.', { status: 400 })
      console.error(`The stages were not read. ${error}`)
      // The CRM delivers the webhook again.
      return new Response('Try again later', { status: 503 })
    }
    return queueEvents(changes)
  }

  function queueEvents(changes: StageChange[]): Response {
    let status = 200
    const lines = changes.map((change) => {
      const result = toEvent(change, nationalPhone, whatsApp?.secret ? findClick : undefined)
      if ('event' in result) return add(result.event) ? 'Queued.' : 'Queued before.'
      if ('ignored' in result) return result.ignored
      status = 400
      console.error(`A stage was not sent. ${result.malformed}`)
      return result.malformed
    })
    return new Response(lines.join('\n'), { status })
  }
}

function unauthorized(): Response {
  return new Response('Invalid signature', { status: 401 })
}
