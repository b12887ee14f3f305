import type { JSX } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'

import { describeRow } from './model/describe-row.ts'
import { formatTime } from './model/format.ts'
import type { LiveRow } from './model/store.ts'
import { findPath, LINK_KEYS, type LinkKey, type PathStep } from './model/visitor-path.ts'

interface VisitorPathProps {
  rows: readonly LiveRow[]
  row: LiveRow
  /** Opens another event of the path, which stays shown. */
  onOpen: (key: string) => void
}

/** A button that shows the events of the same visitor. */
export function VisitorPath({ rows, row, onOpen }: VisitorPathProps): JSX.Element {
  const [isShown, setShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const steps = useMemo(
    () => (isShown ? findPath(rows, row) : []),
    [isShown, rows, row, row.revision],
  )
  return (
    <section
      class="path"
      aria-label="The visitor’s path"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isShown) return
        // Otherwise, the details would close.
        event.stopPropagation()
        setShown(false)
        button.current?.focus()
      }}
    >
      <button type="button" class="small" ref={button} onClick={() => setShown(!isShown)}>
        {isShown ? 'Leave the path' : 'Show this visitor’s path'}
      </button>
      <p role="status">{isShown && describePath(steps)}</p>
      {steps.length > 1 && <Steps steps={steps} row={row} onOpen={onOpen} />}
    </section>
  )
}

function describePath(steps: readonly PathStep[]): string {
  if (steps.length === 1) {
    return `No other event shares a usable ${formatList(LINK_KEYS, 'or')} with this one.`
  }
  const keys = LINK_KEYS.filter((key) => steps.some((step) => step.keys.includes(key)))
  return `${steps.length.toLocaleString()} events, linked by ${formatList(keys, 'and')}.`
}

const MAX_STEPS = 100

/** The events around the one whose path it is. */
function Steps({
  steps,
  row,
  onOpen,
}: { steps: readonly PathStep[] } & Omit<VisitorPathProps, 'rows'>): JSX.Element {
  const index = steps.findIndex((step) => step.row === row)
  const first = Math.max(0, Math.min(index - MAX_STEPS / 2, steps.length - MAX_STEPS))
  return (
    <>
      <ol class="steps">
        {steps.slice(first, first + MAX_STEPS).map((step) => (
          <Step
            key={step.row.key}
            step={step}
            isCurrent={step.row === row}
            onOpen={() => onOpen(step.row.key)}
          />
        ))}
      </ol>
      {steps.length > MAX_STEPS && <p class="note">Only {MAX_STEPS} of them are listed.</p>}
      <p class="note">
        Events that share a value of {formatList(LINK_KEYS, 'or')} are of one visitor, and so are
        events that another one links. An IP address links nothing.
      </p>
    </>
  )
}

interface StepProps {
  step: PathStep
  isCurrent: boolean
  onOpen: () => void
}

function Step({ step, isCurrent, onOpen }: StepProps): JSX.Element {
  const { row, at, keys, isDirect } = step
  const { name, value, page, tone, label } = describeRow(row)
  return (
    <li class={tone}>
      <time class="note" dateTime={new Date(at).toISOString()}>
        {formatTime(at, 'date')}
      </time>
      <div>
        <button
          type="button"
          class="small"
          aria-current={isCurrent ? 'true' : undefined}
          onClick={onOpen}
        >
          <bdi>{name}</bdi>
        </button>{' '}
        {value && <span class="value">{value} </span>}
        <bdi class="muted">{page}</bdi>
        {tone !== 'ok' && <span class={`label ${tone}`}>{label}</span>}
        <p class="note">
          Linked by {formatList(keys, 'and')}
          {!isDirect && ', through another event'}
        </p>
      </div>
    </li>
  )
}

function formatList(keys: readonly LinkKey[], word: 'and' | 'or'): string {
  return keys.length < 2 ? keys.join('') : `${keys.slice(0, -1).join(', ')} ${word} ${keys.at(-1)}`
}
