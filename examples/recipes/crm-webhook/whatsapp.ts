import { createHmac } from 'node:crypto'

import { hashPii } from '@conversion-capi/core/pii'

import { isEqual } from './verify.ts'

/** A click on an ad that opened a chat in WhatsApp. */
export interface Click {
  ctwa_clid: string
  whatsapp_business_account_id: string
}

/** A click, and who clicked when. */
export interface FoundClick {
  /** SHA-256 of the phone number. */
  phoneHash: string
  click: Click
  /** Unix time in seconds. */
  sentAt: number
}

/** Responds to the request with which Meta verifies the URL of a webhook, or returns `undefined`. */
export function confirmUrl(url: URL, verifyToken: string): Response | undefined {
  const isVerified = isEqual(url.searchParams.get('hub.verify_token'), verifyToken)
  return isVerified ? new Response(url.searchParams.get('hub.challenge')) : undefined
}

/**
 * Verifies a webhook of the WhatsApp Cloud API.
 *
 * @param appSecret The secret of the app in Meta's dashboard that receives the webhooks.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview
 */
export function isFromWhatsApp(headers: Headers, body: string, appSecret: string): boolean {
  const hmac = createHmac('sha256', appSecret).update(body).digest('hex')
  return isEqual(headers.get('X-Hub-Signature-256'), `sha256=${hmac}`)
}

/**
 * Returns the clicks in a webhook of the WhatsApp Cloud API. Only the first message of a chat that an ad opened contains a
 * click. Nothing else of a message is read.
 *
 * @throws {SyntaxError} If the body is not JSON.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
 */
export function readClicks(body: string): FoundClick[] {
  return listOf(JSON.parse(body), 'entry').flatMap((entry) =>
    listOf(entry, 'changes')
      .flatMap(({ value }) => listOf(value, 'messages'))
      .flatMap(({ from, timestamp, referral }) => {
        const ctwa_clid = Object(referral)['ctwa_clid']
        const phoneHash = typeof from === 'string' ? hashPii('ph', from) : undefined
        const account = entry['id']
        if (typeof ctwa_clid !== 'string' || typeof account !== 'string' || !phoneHash) return []
        const click = { ctwa_clid, whatsapp_business_account_id: account }
        return { phoneHash, click, sentAt: Number(timestamp) || 0 }
      }),
  )
}

/** Returns the objects of a list in a JSON value of any type. */
function listOf(value: unknown, key: string): Record<string, unknown>[] {
  const list: unknown = Object(value)[key]
  return Array.isArray(list) ? list.map(Object) : []
}
