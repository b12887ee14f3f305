import type { JSX } from 'preact'

import { summarize } from './model/summarize.ts'
import type { LiveRow } from './model/store.ts'
import { Text } from './text.tsx'

interface RejectionSummaryProps {
  rows: readonly LiveRow[]
  onOpen: (key: string) => void
}

/** What was rejected and warned about, each reason once, with what to change. */
export function RejectionSummary({ rows, onOpen }: RejectionSummaryProps): JSX.Element | null {
  const reasons = summarize(rows)
  if (reasons.length === 0) return null
  return (
    <section class="summary" aria-labelledby="summary-title">
      <h2 id="summary-title">What to change</h2>
      <ul>
        {reasons.map(({ text, fix, tone, count, key }) => (
          <li key={text} class={tone}>
            <strong>
              <Text>{text}</Text>
            </strong>
            {fix && (
              <p>
                <Text>{fix}</Text>
              </p>
            )}
            <button type="button" class="small" onClick={() => onOpen(key)}>
              {count === 1
                ? 'Show the event'
                : `Show the newest of ${count.toLocaleString()} events`}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
