import { normalizePii } from '@conversion-capi/core/pii'
import { PII_KEYS, type PiiKey, type ProfileKey } from '@conversion-capi/core/protocol'

import { normalizeProfile } from '../../../../packages/core/src/lib/pii/hash-profile.ts'

interface HashedKey {
  title: string
  rule: string
  /** Values as people type them. The page shows what is hashed, or that the value is dropped. */
  examples: string[]
}

const HASHED: Record<PiiKey | ProfileKey, HashedKey> = {
  em: {
    title: 'Email',
    rule: 'Trimmed and lowercased. A malformed address is dropped.',
    examples: [' John_Smith@gmail.com ', 'john at gmail.com'],
  },
  ph: {
    title: 'Phone number',
    rule: 'Digits with the country code, at most 15, without leading zeros and without the zero of `+49 (0) …`. `nationalPhone` of the configuration adds the country code.',
    examples: ['+1 (650) 555-1212', '0041 79 123 45 67'],
  },
  fn: {
    title: 'First name',
    rule: 'Lowercased, without spaces and punctuation. Letters of every alphabet are kept.',
    examples: ['Mary', 'Anne-Marie', 'Анна'],
  },
  ln: {
    title: 'Last name',
    rule: 'Like the first name.',
    examples: ["O'Brien", 'Valéry'],
  },
  ct: {
    title: 'City',
    rule: 'Lowercased, without spaces, punctuation and special characters. Letters of every alphabet are kept. A name that starts with a digit is dropped.',
    examples: ['New York', 'Zürich', 'Москва', '10115 Berlin'],
  },
  st: {
    title: 'State',
    rule: 'In the United States, the code of two letters: of a state, the District of Columbia or a territory. Elsewhere, the letters of the name, lowercased.',
    examples: ['California', 'US-CA', 'New South Wales', 'Ontario'],
  },
  zp: {
    title: 'Zip code',
    rule: 'Lowercased, without spaces, hyphens and other punctuation. Nine digits are American, and cut after five.',
    examples: ['94035-1234', 'M1 1AE', '01310-100', '00-950'],
  },
  country: {
    title: 'Country',
    rule: 'The ISO 3166-1 code of two letters, lowercased. Also read: the code of three letters, the name in English, the name in the language that most people of the country speak, and usual names such as `UK`. Other values are dropped.',
    examples: ['US', 'United States', 'Great Britain', 'Deutschland', 'Россия', 'Europe'],
  },
  db: {
    title: 'Date of birth',
    rule: '`YYYYMMDD`. The year comes first, or last with four digits. With periods, the day comes first. With slashes or hyphens and the year last, a date that can be in two months is dropped: Meta reads the month first, your database may not. Also dropped: a date that does not exist, a time other than midnight, and a year outside 1900 to 2099.',
    examples: ['2/16/1997', '16.02.1997', '1997-02-16', '3/4/1997', '31.02.1997'],
  },
  ge: {
    title: 'Gender',
    rule: '`f` or `m`, from usual English words. Other values are dropped: convert them yourself.',
    examples: ['Female', 'Mr.', 'w', 'other'],
  },
}

export function renderCustomerInformation(): string {
  const keys = Object.entries(HASHED) as [PiiKey | ProfileKey, HashedKey][]
  return [
    '# Customer information',
    'The keys of `user_data` that [`createSender`](api/core.md#createsender) and [`createBatchSender`](api/core.md#createbatchsender) hash. The others are sent as they are: see [all keys](api/core/protocol.md#serveruserdata), of which a page sends only [some](api/core/protocol.md#userdata).',
    "The rules are [Meta's documentation](https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters), read in November 2026. Where Meta's libraries contradict it, the documentation wins ([decision 020](../../decisions/020-differences-from-metas-hashes.md)).",
    '## Hashed keys',
    'Pass one value or a list of up to 20. Values that are SHA-256 digests already pass through, also with the appendix of Meta’s libraries. Unusable values and MD5 digests are not sent, and the [outcome](api/core.md#droppedfield) names their keys. Tests compare the results with Meta’s parameter builder for Node.js 1.3.2 and its business SDK 24.',
    ...keys.map(([key, { title, rule, examples }]) =>
      [
        `### \`${key}\`: ${title}`,
        rule,
        examples.map((value) => `- ${renderExample(key, value)}`).join('\n'),
      ].join('\n\n'),
    ),
    '## One format of `external_id`',
    "`external_id` is sent as you pass it. Meta recommends to hash it, and some libraries do: Meta's parameter builder lowercases it, removes its spaces and hashes it. Meta compares the values of all channels, so use one format everywhere: the same ID, hashed everywhere or nowhere, in the pixel, the tracker, your CRM and other integrations. Do not use an email address or a phone number as an ID.",
  ].join('\n\n')
}

function renderExample(key: PiiKey | ProfileKey, value: string): string {
  const isPii = (PII_KEYS as readonly string[]).includes(key)
  const normalized = isPii
    ? normalizePii(key as PiiKey, value)
    : normalizeProfile(key as ProfileKey, value)
  return `\`${value.trim()}\` ${normalized ? `is hashed as \`${normalized}\`` : 'is dropped'}`
}
