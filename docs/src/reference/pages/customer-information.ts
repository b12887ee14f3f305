import { normalizePii } from '@conversion-capi/core/pii'
import {
  PII_KEYS,
  type PiiKey,
  type ProfileKey,
  type ServerUserData,
} from '@conversion-capi/core/protocol'

import { normalizeProfile } from '../../../../packages/core/src/lib/pii/hash-profile.ts'
import type { Api } from '../read-api.ts'
import { renderList } from '../render.ts'

interface HashedKey {
  title: string
  rule: string
  /** Values as people type them. The page shows what is hashed, or that the value is dropped. */
  examples: string[]
  /** Differences to Meta's parameter builder (`builder`) and to its business SDK (`sdk`) 24. */
  differences: string[]
}

const HASHED: Record<PiiKey | ProfileKey, HashedKey> = {
  em: {
    title: 'Email',
    rule: 'Trimmed and lowercased. A malformed address is dropped.',
    examples: [' John_Smith@gmail.com ', 'john at gmail.com'],
    differences: ['SDK: throws an error for a malformed address.'],
  },
  ph: {
    title: 'Phone number',
    rule: 'Digits with the country code, without leading zeros. `nationalPhone` of the configuration adds the country code.',
    examples: ['+1 (650) 555-1212', '0041 79 123 45 67'],
    differences: ['SDK: keeps some punctuation, such as periods.'],
  },
  fn: {
    title: 'First name',
    rule: 'Lowercased, without spaces and punctuation. Letters of every alphabet are kept.',
    examples: ['Mary', 'Anne-Marie', 'Анна'],
    differences: ['SDK: keeps spaces and punctuation.'],
  },
  ln: {
    title: 'Last name',
    rule: 'Like the first name.',
    examples: ["O'Brien", 'Valéry'],
    differences: ['SDK: keeps spaces and punctuation.'],
  },
  ct: {
    title: 'City',
    rule: 'Lowercased, without spaces, punctuation and special characters. Letters of every alphabet are kept. A name that starts with a digit is dropped.',
    examples: ['New York', 'Zürich', 'Москва', '10115 Berlin'],
    differences: [
      'Builder: removes every letter but a to z, so `Zürich` becomes `zrich`, and `Москва` is dropped. Meta’s documentation allows other letters.',
      'SDK: keeps some punctuation and removes digits.',
    ],
  },
  st: {
    title: 'State',
    rule: 'In the United States, the code of two letters: of a state, the District of Columbia or a territory. Elsewhere, the letters of the name, lowercased.',
    examples: ['California', 'US-CA', 'New South Wales', 'Ontario'],
    differences: [
      'Builder: cuts every other name after two letters, so `New South Wales` becomes `ne`, like Nebraska; converts the provinces of Canada; finds the name of a state within other text.',
      'SDK: does not convert names.',
    ],
  },
  zp: {
    title: 'Zip code',
    rule: 'Lowercased, without spaces, hyphens and other punctuation. Nine digits are American, and cut after five.',
    examples: ['94035-1234', 'M1 1AE', '01310-100', '00-950'],
    differences: [
      'Builder: keeps the space of a British code, and cuts every code at its first hyphen, so the Polish `00-950` becomes `00`.',
      'SDK: cuts every code at its first hyphen.',
    ],
  },
  country: {
    title: 'Country',
    rule: 'The ISO 3166-1 code of two letters, lowercased. Also read: the code of three letters, the name in English, the name in the language that most people of the country speak, and usual names such as `UK`. Other values are dropped.',
    examples: ['US', 'United States', 'Great Britain', 'Deutschland', 'Россия', 'Europe'],
    differences: [
      'Builder: cuts unknown names after two letters, so `Great Britain` becomes `gr`, like Greece; keeps `uk`; finds names within other text.',
      'SDK: reads codes of two letters only, and throws an error for other values.',
    ],
  },
  db: {
    title: 'Date of birth',
    rule: '`YYYYMMDD`. The year comes first, or last with four digits. With periods, the day comes first. With slashes or hyphens and the year last, a date that can be in two months is dropped: Meta reads the month first, your database may not. Also dropped: a date that does not exist, a time other than midnight, and a year outside 1900 to 2099.',
    examples: ['2/16/1997', '16.02.1997', '1997-02-16', '3/4/1997', '31.02.1997'],
    differences: [
      'Builder: reads the month first in a date that can be in two months, accepts 31 February and years from 1800, drops years after the next one, and finds dates within other text.',
      'SDK: hashes the value as it is.',
    ],
  },
  ge: {
    title: 'Gender',
    rule: '`f` or `m`, from usual English words. Other values are dropped: convert them yourself.',
    examples: ['Female', 'Mr.', 'w', 'other'],
    differences: [
      'Builder: also reads relations and rare titles, such as `aunt` and `duke`.',
      'SDK: reads `female`, `male` and their first letters.',
    ],
  },
}

const UNHASHED: Record<Exclude<keyof ServerUserData, keyof typeof HASHED>, string> = {
  external_id: 'Your ID of the person, one or a list.',
  fbp: 'The value of the cookie `_fbp`.',
  fbc: 'The value of the cookie `_fbc`.',
  client_ip_address: 'The IP of the visitor. Needed for the source `website`.',
  client_user_agent: 'The user agent of the visitor. Needed for the source `website`.',
  subscription_id: 'The ID of the subscription.',
  lead_id:
    'The ID of a lead of an Instant Form, 15 to 17 digits. As a string, because JavaScript changes larger numbers than 9,007,199,254,740,991.',
  fb_login_id: 'The ID that Meta gave the person at your Facebook Login, as a string.',
  ctwa_clid:
    'The click ID of [an ad that opened WhatsApp](../guides/crm.md#ads-that-open-whatsapp). Needed for the source `business_messaging`.',
  whatsapp_business_account_id:
    'The ID of your WhatsApp Business Account, which the webhook contains as `entry.id`. `business_messaging` needs it, or `page_id`.',
  page_id: 'The ID of your Facebook Page, for `business_messaging`.',
}

export function renderCustomerInformation({ find, findLink }: Api): string {
  const keys = Object.entries(HASHED) as [PiiKey | ProfileKey, HashedKey][]
  return [
    '# Customer information',
    `The keys of \`user_data\` that [\`createSender\`](${findLink(find('createSender'))}) and [\`createBatchSender\`](${findLink(find('createBatchSender'))}) accept: what is hashed, and how it differs from Meta's own libraries. A page sends only [some of them](events.md#visitor).`,
    "The rules are [Meta's documentation](https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters), read in November 2026. Where Meta's libraries contradict it, the documentation wins ([decision 020](../../decisions/020-differences-from-metas-hashes.md)).",
    '## Hashed keys',
    'Pass one value or a list of up to 20. Values that are SHA-256 digests already pass through, also with the appendix of Meta’s libraries. Unusable values and MD5 digests are not sent, and the [outcome](outcomes.md#dropped-fields) names their keys. Tests compare the results with Meta’s parameter builder for Node.js 1.3.2 and its business SDK 24.',
    ...keys.map(([key, { title, rule, examples, differences }]) =>
      [
        `### \`${key}\`: ${title}`,
        rule,
        examples.map((value) => `- ${renderExample(key, value)}`).join('\n'),
        "Differences to Meta's libraries:",
        differences.map((difference) => `- ${difference}`).join('\n'),
      ].join('\n\n'),
    ),
    '## Keys that are not hashed',
    renderList(UNHASHED),
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
