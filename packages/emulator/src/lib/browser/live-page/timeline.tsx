import type { JSX } from 'preact'

import { describeOutcome } from './model/describe-outcome.ts'
import { nameFaults } from './model/describe-row.ts'
import { formatGap, formatTime } from './model/format.ts'
import type { LiveRow } from './model/store.ts'
import { Part } from './parts.tsx'

interface Entry {
  at: number
  text: string
  detail?: string
  tone: 'ok' | 'warn' | 'bad'
}

export function Timeline({ row }: { row: LiveRow }): JSX.Element {
  const entries = listEntries(row)
  const startedAt = entries[0]?.at ?? 0
  return (
    <Part title="What happened">
      <ol class="timeline steps">
        {entries.map(({ at, text, detail, tone }, index) => (
          <li key={index} class={tone}>
            <time class="note" dateTime={new Date(at).toISOString()}>
              {index === 0 ? formatTime(at, 'milliseconds') : `+${formatGap(at - startedAt)}`}
            </time>
            <span>
              <bdi>{text}</bdi>
              {detail && <span class="muted"> {detail}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function listEntries({ copies, rejections, faulted, outcomes }: LiveRow): Entry[] {
  const entries: Entry[] = [
    ...faulted.map(({ received_at, faults, status, delay_ms }) => ({
      at: received_at,
      text: `Fault: ${nameFaults(faults)}.`,
      detail: [status && `Status ${status}.`, delay_ms && `Delay ${delay_ms} ms.`]
        .filter(Boolean)
        .join(' '),
      tone: 'warn' as const,
    })),
    ...copies.map(({ received_at, source, counted }) => ({
      at: received_at,
      text: `The ${source}’s copy arrived${counted ? ' and counts.' : '.'}`,
      ...(!counted && { detail: 'Meta counts copies with the same name and id once.' }),
      tone: 'ok' as const,
    })),
    ...rejections.map(({ received_at, problem, status }) => ({
      at: received_at,
      text: `Rejected with status ${status}: ${problem}`,
      tone: 'bad' as const,
    })),
    ...outcomes.map((outcome) => {
      const { sentence, fix, tone } = describeOutcome(outcome)
      const dropped = outcome.dropped.map(({ key, reason }) => `${key} (${reason})`).join(', ')
      const detail = [fix, dropped && `Dropped: ${dropped}.`].filter(Boolean).join(' ')
      return { at: outcome.received_at, text: sentence, ...(detail && { detail }), tone }
    }),
  ]
  return entries.sort((one, other) => one.at - other.at)
}
