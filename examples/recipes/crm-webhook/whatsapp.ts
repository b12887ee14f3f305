import { hashPii } from '@conversion-capi/core/pii'

import { hmac, isEqual } from './verify.ts'

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
  return isEqual(headers.get('X-Hub-Signature-256'), `sha256=${hmac(appSecret, body)}`)
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
        const account = entry['id']
        if (typeof ctwa_clid !== 'string' || typeof account !== 'string') return []
        const click = { ctwa_clid, whatsapp_business_account_id: account }
        return listForms(from).flatMap((phone) => {
          const phoneHash = hashPii('ph', phone)
          return phoneHash ? { phoneHash, click, sentAt: Number(timestamp) || 0 } : []
        })
      }),
  )
}

/**
 * Returns the ways to write a number of WhatsApp, which keeps the number of an account when a country changes its numbers:
 * - Argentina: with a 9 after the country code; inside the country with a 15 after the area code, which has 2 to 4 digits
 * - Brazil: with and without the 9 after the area code
 * - Mexico: with and without a 1 after the country code
 * - Ivory Coast: with and without the two digits of the operator
 *
 * @see https://support.whapi.cloud/help-desk/faq/specifics-of-sending-messages-to-numbers-of-different-countries
 * @see https://github.com/devlikeapro/waha/issues/1894 (Ivory Coast)
 */
function listForms(from: unknown): string[] {
  if (typeof from !== 'string') return []
  const [, argentina] = /^549?(\d{10})$/.exec(from) ?? []
  if (argentina) {
    const domestic = [2, 3, 4].map((n) => `54${argentina.slice(0, n)}15${argentina.slice(n)}`)
    return [`54${argentina}`, `549${argentina}`, ...domestic]
  }
  const [, area, brazil] = /^55(\d\d)9?([6-9]\d{7})$/.exec(from) ?? []
  if (brazil) return [`55${area}${brazil}`, `55${area}9${brazil}`]
  const [, ivoryCoast] = /^225(?:0[157])?(\d{8})$/.exec(from) ?? []
  if (ivoryCoast) return ['', '01', '05', '07'].map((operator) => `225${operator}${ivoryCoast}`)
  const [, mexico] = /^521?(\d{10})$/.exec(from) ?? []
  return mexico ? [`52${mexico}`, `521${mexico}`] : [from]
}

/** Returns the objects of a list in a JSON value of any type. */
function listOf(value: unknown, key: string): Record<string, unknown>[] {
  const list: unknown = Object(value)[key]
  return Array.isArray(list) ? list.map(Object) : []
}
