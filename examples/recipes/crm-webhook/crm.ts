import type { NationalPhone, ServerEvent } from '@conversion-capi/core'

import { readAmo, readGeneric, type StageChange } from './crms.ts'
import { toEvent } from './to-event.ts'
import { type Delivery, isEqual, isSigned } from './verify.ts'
import { type Click, confirmUrl, type FoundClick, isFromWhatsApp, readClicks } from './whatsapp.ts'

interface Webhook {
  isGenuine: (delivery: Delivery) => boolean
  read: (body: string) => StageChange[]
}

/** The webhooks, by the part of the URL after `/crm/`. To add one, add its row here, and its secret to `server.ts`. */
const WEBHOOKS = {
  signed: { isGenuine: isSigned, read: readGeneric },
  token: {
    isGenuine: ({ headers, secret }) => isEqual(headers.get('Authorization'), `Bearer ${secret}`),
    read: readGeneric,
  },
  amocrm: { isGenuine: ({ given, secret }) => isEqual(given, secret), read: readAmo },
} satisfies Record<string, Webhook>

/** Options of {@link createCrm}. */
export interface CrmOptions {
  /** Stores an event that is to be sent. Returns `false` if an event with its ID was stored before. */
  add: (event: ServerEvent) => boolean
  /**
   * The secrets of the webhooks. A webhook whose secret is missing or empty responds with 404. The token has at least 32
   * characters. amoCRM's is the last part of its URL.
   */
  secrets: { [Name in keyof typeof WEBHOOKS]?: string | undefined }
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
  const { add, secrets, nationalPhone, now = Date.now } = options
  if (secrets.token && secrets.token.length < 32) {
    throw new TypeError('CRM_TOKEN must have at least 32 characters. Use `openssl rand -hex 32`.')
  }
  const { addClick, findClick, whatsApp } = options

  return async function handle(request) {
    const requestUrl = new URL(request.url)
    const [, path, crm = '', given] = requestUrl.pathname.split('/')
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
    const name = Object.hasOwn(WEBHOOKS, crm) ? (crm as keyof typeof WEBHOOKS) : undefined
    const secret = name && secrets[name]
    let read: Webhook['read']
    if (name && secret) {
      const webhook: Webhook = WEBHOOKS[name]
      const delivery = { headers, body, secret, given, nowMs: now() }
      if (!webhook.isGenuine(delivery)) return unauthorized()
      read = webhook.read
    } else if (isWhatsApp) {
      if (!isFromWhatsApp(headers, body, whatsApp.secret!)) return unauthorized()
      read = (body) => {
        for (const found of readClicks(body)) addClick(found)
        return []
      }
    } else {
      return new Response('Not found', { status: 404 })
    }

    let changes: StageChange[]
    try {
      changes = read(body)
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
