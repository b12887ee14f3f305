/** Names your CRM to Meta. The reader of amoCRM has another name. */
export const CRM_NAME = 'CRM'

/** The event that Meta's Conversion Leads feature needs first. Sent only for leads of Instant Forms. */
export const FIRST_EVENT = 'InitialLead'

/** The events, by the name or ID of the stage that your CRM sends. All other stages are ignored. */
export const STAGES: ReadonlyMap<string, string> = new Map([
  ['new', FIRST_EVENT],
  ['qualified', 'Qualified'],
  ['trial', 'TrialAttended'],
  ['contract', 'Contract'],
  // amoCRM sends the IDs of stages.
  ['142', 'Contract'],
])

/**
 * The events of leads who wrote in WhatsApp after an ad, by the stage. Meta accepts only its own names for them, and a
 * `Purchase` only with an amount.
 */
export const WHATSAPP_STAGES: ReadonlyMap<string, string> = new Map([
  ['new', 'LeadSubmitted'],
  ['qualified', 'QualifiedLead'],
])

/** The fields that are read, by their name in your CRM. Nothing else of a deal or contact is read. */
export const FIELDS = {
  /** The hidden field of the form. */
  visitor: 'capi_visitor',
  /** The ID that Meta gave the lead of an Instant Form. */
  leadId: 'meta_lead_id',
  /** The parent's, never the student's. */
  email: 'parent_email',
  /** The parent's, never the student's. */
  phone: 'parent_phone',
}
