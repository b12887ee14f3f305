import { parseVisitor, type NationalPhone, type ServerEvent } from '@conversion-capi/core'
import { hashPii, toInternational } from '@conversion-capi/core/pii'
import { META_COOKIE } from '@conversion-capi/core/protocol'

import type { StageChange } from './crms.ts'
import { FIELDS, FIRST_EVENT, STAGES, WHATSAPP_STAGES } from './settings.ts'
import type { Click } from './whatsapp.ts'

/** An event, or the reason to send none. */
type StageResult = { event: ServerEvent } | { ignored: string } | { malformed: string }

/**
 * Returns the event of a stage, with nothing of the deal that is not listed here.
 *
 * @param nationalPhone How phone numbers without a country code are dialed, from the configuration.
 * @param findClick Returns the click on an ad that opened WhatsApp, by the hash of a phone number.
 */
export function toEvent(
  change: StageChange,
  nationalPhone?: NationalPhone,
  findClick?: (phoneHash: string) => Click | undefined,
): StageResult {
  const { crm, fields } = change
  const stage = asString(change.stage)
  const eventName = STAGES.get(stage)
  const messagingName = findClick && WHATSAPP_STAGES.get(stage)
  if (!eventName && !messagingName) return { ignored: 'The stage is not in STAGES.' }

  const dealId = match(change.dealId, /^[\w-]{1,40}$/)
  if (!dealId) {
    return { malformed: 'The deal ID must have 1 to 40 letters, digits, hyphens or underscores.' }
  }
  const changedAt = Number(match(change.changedAt, /^\d{10}$/))
  if (!changedAt) {
    return { malformed: 'The time of the change must be Unix time in seconds.' }
  }
  const createdAt = Number(match(change.createdAt, /^\d{10}$/) ?? 0)

  const visitor = parseVisitor(parseJson(fields.visitor))
  const leadId = match(fields.leadId, /^\d{15,17}$/)
  if (fields.leadId && !leadId) {
    return { malformed: `${FIELDS.leadId} must have 15 to 17 digits, as a string.` }
  }
  const phone = asString(fields.phone)
  // Hashed here, because the event is stored before it is sent.
  const ph = hashPii('ph', nationalPhone ? toInternational(phone, nationalPhone) : phone)

  // The visitor has not consented, or the lead does not come from the site.
  if (!visitor && !leadId) {
    if (!messagingName) return { ignored: 'No visitor data.' }
    const click = ph && findClick(ph)
    if (!click) {
      return { ignored: 'No visitor data, and no ad opened a chat with this phone in WhatsApp.' }
    }
    return {
      event: {
        event_name: messagingName,
        event_id: `${crm}-${dealId}-${messagingName}`,
        event_time: changedAt,
        action_source: 'business_messaging',
        messaging_channel: 'whatsapp',
        user_data: { ...click },
      },
    }
  }
  if (!eventName) return { ignored: 'The stage is not in STAGES.' }
  if (eventName === FIRST_EVENT && !leadId) return { ignored: 'The page has sent the Lead.' }

  const program = match([visitor?.custom_data?.['content_ids']].flat()[0], /^[\w.-]{1,100}$/)
  const leadEventId = match(visitor?.event_id, /^[\da-f-]{36}$/)
  return {
    event: {
      event_name: eventName,
      event_id: `${crm}-${dealId}-${eventName}`,
      // Meta may discard events that are not later than the lead.
      event_time: Math.max(changedAt, createdAt + 1),
      action_source: 'system_generated',
      user_data: {
        // Anyone can write into the form's hidden field. The IP and the user agent of the form are not of this event.
        fbp: match(visitor?.user_data.fbp, META_COOKIE),
        fbc: match(visitor?.user_data.fbc, META_COOKIE),
        lead_id: leadId,
        em: hashPii('em', asString(fields.email)),
        ph,
      },
      ...(leadEventId && { original_event_data: { event_name: 'Lead', event_id: leadEventId } }),
      ...((program || leadId) && {
        custom_data: {
          ...(program && { content_ids: [program], content_type: 'product' }),
          ...(leadId && { event_source: 'crm', lead_event_source: crm }),
        },
      }),
    },
  }
}

function match(value: unknown, pattern: RegExp): string | undefined {
  const text = asString(value)
  return pattern.test(text) ? text : undefined
}

/** Returns an empty string for other types, and for numbers that JSON may have changed. */
function asString(value: unknown): string {
  return typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : ''
}

function parseJson(value: unknown): unknown {
  try {
    return JSON.parse(asString(value))
  } catch {
    return undefined
  }
}
