import { PROFILE_DATA } from './personal-data.ts'
import { type FuzzCase, isOptedOut } from './run-case.ts'

const PROFILE_KEY = new RegExp(`"(${Object.keys(PROFILE_DATA).join('|')}|lead_id)":`)

/** The kinds of hostile behavior that a run counts. A case can belong to several. */
export const HOSTILE_CLASSES: Record<string, (fuzzCase: FuzzCase) => boolean> = {
  'compressed responses': ({ upstreams }) => upstreams.some(({ kind }) => kind === 'compressed'),
  'Content-Length in the request': ({ request }) => request.hasLength,
  'empty chunks in the request': ({ request }) => request.arrival === 'empty chunks',
  'empty chunks in the response': ({ upstreams }) =>
    upstreams.some(
      (upstream) => upstream.kind === 'responds' && upstream.arrival === 'empty chunks',
    ),
  'deep custom_data': ({ request: { body } }) =>
    typeof body === 'string' && /"custom_data":(\{"a":){65}/.test(body),
  'changed numbers in custom_data': ({ request: { body } }) =>
    typeof body === 'string' && /"custom_data":\{"order":/.test(body),
  'fields of a server': ({ request: { body } }) =>
    typeof body === 'string' && /"(opt_out|referrer_url|original_event_data)":/.test(body),
  'customer information of a server': ({ request: { body } }) =>
    typeof body === 'string' && PROFILE_KEY.test(body),
  'async clientIp': ({ host }) => /promise|thenable/.test(host.clientIp),
  'async blockBots': ({ host }) => /promise|thenable/.test(host.blockBots),
  'async onOutcome': ({ host }) => ['rejects', 'a thenable that throws'].includes(host.onOutcome),
  'async keep': ({ host }) => /promise|thenable/.test(host.keep),
  'keep tampers': ({ host }) => host.keep === 'tampers with the event',
  sender: ({ host }) => host.sends,
  'config function': ({ host }) => host.lookup !== 'none',
  'unusable config': ({ host }) => host.config === 'unusable',
  'incomplete config': ({ host }) => host.config === 'none' || host.config === 'no token',
  'correctable config': ({ host }) => host.config === 'correctable',
  allowedOrigins: ({ host }) => host.config === 'allowed origins',
  blockBots: ({ host }) => host.blockBots === 'blocks',
  limitedDataUse: ({ host }) => host.config === 'limited data use',
  globalPrivacyControl: isOptedOut,
  nationalPhone: ({ host }) => host.config === 'national phone',
}
