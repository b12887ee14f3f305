import type { JSX } from 'preact'

import type { ReceivedEvent } from '../../event/received-event.ts'
import { findMatchKeys, type MatchResult } from './model/match-keys.ts'
import { Part } from './parts.tsx'

const RANKING_URL =
  'https://developers.facebook.com/documentation/ads-commerce/conversions-api/parameter-builder-library'
const LEADS_URL =
  'https://developers.facebook.com/documentation/ads-commerce/conversions-api/conversion-leads-integration/payload-specification'
const BASELINE_URL =
  'https://developers.facebook.com/docs/marketing-api/conversions-api/best-practices'

/** Which identifiers an event has, and which are missing, by Meta's priority. */
export function MatchQuality({ copies }: { copies: readonly ReceivedEvent[] }): JSX.Element {
  const keys = findMatchKeys(copies)
  const present = keys.filter(({ sources }) => sources.length > 0)
  return (
    <Part title="Match quality" count={`${present.length} of ${keys.length} identifiers`}>
      <KeyList title="High priority" keys={keys.filter(({ priority }) => priority === 'high')} />
      <KeyList title="Supporting" keys={keys.filter(({ priority }) => priority === 'supporting')} />
      <p class="note">
        Meta names the <ExternalLink href={RANKING_URL}>high-priority match keys</ExternalLink>,{' '}
        <ExternalLink href={LEADS_URL}>those of leads in a CRM</ExternalLink>, and the{' '}
        <ExternalLink href={BASELINE_URL}>combinations that identify nobody</ExternalLink>. It
        publishes no weights, and neither does this page.
      </p>
    </Part>
  )
}

function KeyList({ title, keys }: { title: string; keys: MatchResult[] }): JSX.Element {
  return (
    <>
      <h4>{title}</h4>
      <ul class="keys">
        {keys.map(({ key, label, sources }) => (
          <li key={key} class={sources.length > 0 ? 'ok' : ''}>
            <code>{key}</code>
            <span>{label}</span>
            <span class="note">{sources.length > 0 ? sources.join(', ') : 'missing'}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function ExternalLink({ href, children }: { href: string; children: string }): JSX.Element {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <span class="hidden-text"> (opens in a new tab)</span>
    </a>
  )
}
