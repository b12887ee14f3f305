import type { JSX } from 'preact'

import type { ReceivedEvent } from '../../event/received-event.ts'
import { findMatchKeys } from './model/match-keys.ts'
import { Part } from './parts.tsx'

const RANKING_URL =
  'https://developers.facebook.com/documentation/ads-commerce/conversions-api/parameter-builder-library'

export function MatchQuality({ copies }: { copies: readonly ReceivedEvent[] }): JSX.Element {
  const keys = findMatchKeys(copies)
  const present = keys.filter(({ sources }) => sources.length > 0)
  return (
    <Part title="Match quality" count={`${present.length} of ${keys.length} identifiers`}>
      <ul class="keys">
        {keys.map(({ key, label, sources }) => (
          <li key={key} class={sources.length > 0 ? 'ok' : ''}>
            <code>{key}</code>
            <span>{label}</span>
            <span class="note">{sources.length > 0 ? sources.join(', ') : 'missing'}</span>
          </li>
        ))}
      </ul>
      <p class="note">
        Those of{' '}
        <a href={RANKING_URL} target="_blank" rel="noreferrer">
          high priority for Meta
        </a>{' '}
        come first. Meta publishes no weights.
      </p>
    </Part>
  )
}
