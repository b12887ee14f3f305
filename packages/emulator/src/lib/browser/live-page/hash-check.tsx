import {
  hashPii,
  hashProfile,
  isHashed,
  normalizePii,
  normalizeProfile,
} from '@conversion-capi/core/pii'
import {
  PII_KEYS,
  type PiiKey,
  PROFILE_KEYS,
  type ProfileKey,
} from '@conversion-capi/core/protocol'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'

import type { ReceivedEvent } from '../../received-event.ts'
import { labelOf } from './model/match-keys.ts'
import { Pairs, Part } from './parts.tsx'

const KEYS = [...PII_KEYS, ...PROFILE_KEYS]

/** Compares a typed value with the hashes of an event. The value does not leave the page. */
export function HashCheck({ copies }: { copies: readonly ReceivedEvent[] }): JSX.Element {
  const [key, setKey] = useState<PiiKey | ProfileKey>('em')
  const [value, setValue] = useState('')
  return (
    <Part title="Which hash is this?">
      <p class="note">
        Type a value to see whether the event contains its hash. It is normalized by Meta’s rules
        and hashed in this page; it is not sent.
      </p>
      <div class="fields">
        <label class="field">
          Parameter
          <select
            value={key}
            onChange={(event) => setKey(event.currentTarget.value as PiiKey | ProfileKey)}
          >
            {KEYS.map((each) => (
              <option key={each} value={each}>
                {each} ({labelOf(each)})
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          Value
          <input
            value={value}
            autocomplete="off"
            spellcheck={false}
            placeholder="mary@example.com"
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        </label>
      </div>
      <div role="status">{value.trim() && <Result copies={copies} name={key} value={value} />}</div>
    </Part>
  )
}

interface ResultProps {
  copies: readonly ReceivedEvent[]
  name: PiiKey | ProfileKey
  value: string
}

function Result({ copies, name, value }: ResultProps): JSX.Element {
  const [hash, normalized] = isPii(name)
    ? [hashPii(name, value), normalizePii(name, value)]
    : [hashProfile(name, value), normalizeProfile(name, value)]
  if (!hash) {
    return <p class="verdict bad">Not a usable value: nothing remains after normalization.</p>
  }
  const digest = hash.slice(0, 64)
  const sources = (['browser', 'server'] as const).filter((source) =>
    copies.some((copy) => copy.source === source && hashesOf(copy, name).includes(digest)),
  )
  const matches = sources.length > 0
  return (
    <>
      <p class={`verdict ${matches ? 'ok' : 'bad'}`}>
        {matches
          ? `Match: ${name} of the ${sources.join(' and the ')}’s copy.`
          : `No match: no copy contains this hash as ${name}.`}
      </p>
      <Pairs
        items={{
          Normalized: isHashed(value.trim()) ? 'already a hash' : normalized,
          'SHA-256': <code>{hash}</code>,
        }}
      />
    </>
  )
}

/** Returns the hashes of a key, without what Meta's parameter builder appends. */
function hashesOf({ user_data }: ReceivedEvent, key: string): string[] {
  const values = [user_data[key]].flat()
  return values.flatMap((value) =>
    typeof value === 'string' && isHashed(value) ? value.slice(0, 64).toLowerCase() : [],
  )
}

function isPii(name: PiiKey | ProfileKey): name is PiiKey {
  return PII_KEYS.some((key) => key === name)
}
