import { EVENT_NAMES, PII_KEYS } from '@conversion-capi/core/protocol'
import fc from 'fast-check'

import { jsonText } from './json-text.ts'
import { DIGESTS, PERSONAL_DATA, PROFILE_DATA } from './personal-data.ts'

// Separated by spaces. Two adjacent spaces make an empty key.
const HOSTILE_KEYS = (
  '__proto__ constructor prototype toString hasOwnProperty then toJSON client_ip_address event_time ' +
  'action_source access_token test_event_code data data_processing_options  é 0 zlata7@pii.example'
).split(' ')

/** Fields that only a school's own server may send, with values that it may send. */
const SERVER_FIELDS: Record<string, unknown[]> = {
  action_source: ['website', 'physical_store', 'system_generated', 'business_messaging', 'app'],
  messaging_channel: ['whatsapp', 'sms'],
  event_time: [1_700_000_000, Math.floor(Date.now() / 1000)],
  opt_out: [true, false, 'true'],
  referrer_url: ['https://search.example/'],
  original_event_data: [
    {
      event_name: 'Lead',
      event_time: 1_700_000_000,
      event_id: 'lead-1',
      order_id: 'o-1',
      value: 1,
    },
    { event_id: 'zlata7@pii.example' },
  ],
  data_processing_options: [['LDU'], []],
}
const SERVER_USER_DATA: Record<string, unknown[]> = {
  ...Object.fromEntries(
    Object.entries(PROFILE_DATA).map(([key, texts]) => [key, [...texts, texts, ...DIGESTS]]),
  ),
  lead_id: ['1234567890123456', 1_234_567_890_123_456],
  subscription_id: ['sub_1', ['sub_1']],
  fb_login_id: ['1234567890'],
  ctwa_clid: ['ARAkLkA8rmlFeiCk'],
  whatsapp_business_account_id: ['102290129340398'],
  page_id: ['7'],
}

type Member = readonly [key: string, json: string]

/** The JSON of an event, or of an event that has been tampered with. */
export const eventText: fc.Arbitrary<string> = fc
  .tuple(requiredMembers(), fc.array(optionalMember(), { maxLength: 5 }), tampering())
  .map(([required, optional, tamper]) => tamper(object([...required, ...optional])))

function requiredMembers(): fc.Arbitrary<Member[]> {
  const name = fc.constantFrom(...EVENT_NAMES).map((name) => JSON.stringify(name))
  const id = mostly(
    fc.string({ minLength: 1, maxLength: 100 }),
    fc.constantFrom('x'.repeat(100), 'x'.repeat(101), '😀'.repeat(51)),
  ).map((id) => JSON.stringify(id))
  return fc.tuple(mostly(name, jsonText), mostly(id, jsonText)).map(([name, id]) => [
    ['event_name', name],
    ['event_id', id],
  ])
}

function optionalMember(): fc.Arbitrary<Member> {
  return fc.oneof(
    { weight: 6, arbitrary: member(['user_data'], mostly(userData(), jsonText)) },
    { weight: 2, arbitrary: member(['custom_data'], jsonText) },
    { weight: 1, arbitrary: member(['custom_data'], customData()) },
    { weight: 1, arbitrary: member(['event_source_url'], jsonText) },
    { weight: 1, arbitrary: member(HOSTILE_KEYS, jsonText) },
    { weight: 1, arbitrary: personalMember() },
    { weight: 2, arbitrary: serverMember(SERVER_FIELDS) },
    { weight: 1, arbitrary: serverMember(SERVER_USER_DATA) },
  )
}

/** A field that the public endpoint must drop, also at the wrong place. */
function serverMember(fields: Record<string, unknown[]>): fc.Arbitrary<Member> {
  return fc.constantFrom(...Object.keys(fields)).chain((key) => {
    const value = fc.constantFrom(...fields[key]!).map((each) => JSON.stringify(each))
    return member([key], mostly(value, jsonText))
  })
}

/** Objects that cannot be forwarded unchanged, or that contain personal data. */
function customData(): fc.Arbitrary<string> {
  const levels = fc.oneof(fc.integer({ min: 60, max: 70 }), fc.constant(5000))
  const numbers = fc.constantFrom('1e999', '-1e999', '9007199254740993', '12345678901234567890')
  const email = fc.constantFrom(...PERSONAL_DATA.em).map((text) => JSON.stringify(text))
  return fc.oneof(
    levels.map((count) => `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`),
    numbers.map((number) => `{"order":${number},"list":[1,${number},{"id":${number}}]}`),
    email.map((text) => `{"email":${text},"list":[{"contact":${text}}]}`),
  )
}

function userData(): fc.Arbitrary<string> {
  const entry = fc.oneof(
    { weight: 5, arbitrary: personalMember() },
    { weight: 2, arbitrary: member(['fbp', 'fbc', 'external_id', 'client_user_agent'], jsonText) },
    { weight: 1, arbitrary: member(HOSTILE_KEYS, jsonText) },
    { weight: 2, arbitrary: serverMember(SERVER_USER_DATA) },
    { weight: 1, arbitrary: serverMember(SERVER_FIELDS) },
  )
  return fc.array(entry, { maxLength: 5 }).map(object)
}

/** Personal data under its own key, or under a key that looks similar. */
function personalMember(): fc.Arbitrary<Member> {
  return fc.constantFrom(...PII_KEYS).chain((key) => {
    const text = fc.constantFrom(...PERSONAL_DATA[key], ...DIGESTS).map((x) => JSON.stringify(x))
    const value = fc.oneof(
      { weight: 5, arbitrary: text },
      { weight: 2, arbitrary: fc.array(mostly(text, jsonText), { maxLength: 4 }).map(array) },
      { weight: 1, arbitrary: text.map((text) => `{"${key}":${text}}`) },
      { weight: 1, arbitrary: text.map((text) => `[[${text}]]`) },
      { weight: 1, arbitrary: jsonText },
    )
    return member([key, key, key, key.toUpperCase(), `${key} `, `user_data.${key}`], value)
  })
}

type Tamper = (text: string) => string

/** Usually changes nothing. Otherwise cuts, doubles or overwrites a part, or wraps the whole string. */
function tampering(): fc.Arbitrary<Tamper> {
  const parts = fc.tuple(fc.nat(999), fc.nat(999), fc.constantFrom('cut', 'double', 'overwrite'))
  const brackets = fc.constantFrom('[ ]', '" "', '\uFEFF ', '\n \t', ' {}', ' ,', '{"data": }')
  return mostly<Tamper>(
    fc.constant((text) => text),
    fc.oneof(
      parts.map(([start, length, how]) => tamperWithPart(start / 1000, length / 1000, how)),
      brackets.map(
        (brackets): Tamper =>
          (text) =>
            brackets.replace(' ', () => text),
      ),
    ),
  )
}

/** `start` and `length` are fractions of the string. Most parts are short. */
function tamperWithPart(start: number, length: number, how: string): Tamper {
  return (text) => {
    const from = Math.floor(start * text.length)
    const to = from + 1 + Math.floor(length ** 3 * text.length)
    const part = text.slice(from, to)
    const replacement = how === 'cut' ? '' : how === 'double' ? part + part : '\u0000'
    return text.slice(0, from) + replacement + text.slice(to)
  }
}

function mostly<T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 19, arbitrary: usual }, { weight: 1, arbitrary: odd })
}

function member(keys: readonly string[], json: fc.Arbitrary<string>): fc.Arbitrary<Member> {
  return fc.tuple(fc.constantFrom(...keys), json)
}

/** Writes the JSON directly, to allow duplicate keys and `__proto__`. */
function object(members: readonly Member[]): string {
  return `{${members.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join()}}`
}

function array(items: readonly string[]): string {
  return `[${items.join()}]`
}
