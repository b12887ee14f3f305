/** What is wrong with an event, and what to do. */
export interface WarningSentence {
  readonly message: string
  readonly fix: string
}

/** The key and the reason of a warning. */
export type DescribedWarning =
  | `user_data.${'fbp' | 'fbc'} ${'malformed' | 'too_old'}`
  | `user_data.client_${'ip_address' | 'user_agent'} missing`
  | `custom_data.value ${'missing' | 'malformed'}`
  | `custom_data.currency ${'missing' | 'unknown'}`
  | 'custom_data.content_ids malformed'

/**
 * The sentences for the warnings of `findEventWarnings`, by key and reason. No function contains them: the log has only
 * the keys and the reasons.
 */
export const WARNING_SENTENCES: Record<DescribedWarning, WarningSentence> = {
  'user_data.fbc malformed': {
    message: 'user_data.fbc has a creation time that is not in milliseconds. Meta may ignore it.',
    fix: 'Send the _fbc cookie, not the fbclid of the URL.',
  },
  'user_data.fbc too_old': {
    message: 'user_data.fbc is more than 90 days old, so Meta may ignore it.',
    fix: '',
  },
  'user_data.fbp malformed': {
    message: 'user_data.fbp has a creation time that is not in milliseconds. Meta may ignore it.',
    fix: 'Send the _fbp cookie unchanged.',
  },
  'user_data.fbp too_old': {
    message: 'user_data.fbp is more than 90 days old, so Meta may ignore it.',
    fix: '',
  },
  'user_data.client_ip_address missing': {
    message: 'user_data.client_ip_address is missing.',
    fix: 'Pass clientIp to the proxy, or let the server in front of it send X-Forwarded-For.',
  },
  'user_data.client_user_agent missing': {
    message: 'user_data.client_user_agent is missing. Meta requires it for website events.',
    fix: '',
  },
  'custom_data.value missing': {
    message: 'The Purchase has no numeric value, so Meta rejects it.',
    fix: "Send both in custom_data: track('Purchase', { value: 240, currency: 'EUR' }).",
  },
  'custom_data.value malformed': {
    message: 'custom_data.value is negative.',
    fix: 'Send the amount that was paid.',
  },
  'custom_data.currency missing': {
    message: 'The Purchase has no currency, so Meta rejects it.',
    fix: "Send both in custom_data: track('Purchase', { value: 240, currency: 'EUR' }).",
  },
  'custom_data.currency unknown': {
    message: 'custom_data.currency is not a currency that Meta knows.',
    fix: 'Send three letters of ISO 4217, for example EUR.',
  },
  'custom_data.content_ids malformed': {
    message: 'custom_data.content_ids is not a list of IDs.',
    fix: "Send a list, for example ['physics'].",
  },
}

/** Returns what a warning means and what to do, or `undefined` if `findEventWarnings` does not return it. */
export function describeWarning({
  key,
  reason,
}: {
  key: string
  reason: string
}): WarningSentence | undefined {
  const sentences: Record<string, WarningSentence> = WARNING_SENTENCES
  return sentences[`${key} ${reason}`]
}
