import type { JSX } from 'preact'
import { useState } from 'preact/hooks'

import { describeFaults, type Faults } from '../../faults/faults.ts'
import { changeFaults, post } from './load.ts'

export function FaultBanner({ faults }: { faults: Faults }): JSX.Element | null {
  const descriptions = describeFaults(faults)
  if (descriptions.length === 0) return null
  return (
    <section class="banner warn" aria-label="Active faults">
      <p>
        <strong>Faults on:</strong> {descriptions.join('; ')}.
      </p>
      <button type="button" class="small" onClick={() => void post('faults', {})}>
        Turn off
      </button>
    </section>
  )
}

interface FaultSwitch {
  fault: 'latency' | 'status' | 'brokenBody'
  label: string
  hint: string
  /** The settings of the fault, apart from those of the fields below the switches. */
  settings?: { status: number; code?: number }
}

const SWITCHES: FaultSwitch[] = [
  {
    fault: 'latency',
    label: 'Slow responses',
    hint: 'Delays each response. The proxy repeats an attempt that takes too long.',
  },
  { fault: 'status', label: 'Server errors', hint: 'Status 503.', settings: { status: 503 } },
  {
    fault: 'status',
    label: 'Throttling',
    hint: 'Status 400 with code 613.',
    settings: { status: 400, code: 613 },
  },
  {
    fault: 'brokenBody',
    label: 'Broken body',
    hint: 'Records the event, but ends the response after half of it.',
  },
]

interface FaultPanelProps {
  faults: Faults
  onClose: () => void
}

export function FaultPanel({ faults, onClose }: FaultPanelProps): JSX.Element {
  const [error, setError] = useState<string>()
  const change = (update: (faults: Faults) => Faults) => void changeFaults(update).then(setError)
  const [delayMs, setDelayMs] = useState(2000)
  const [probability, setProbability] = useState(1)
  const [seconds, setSeconds] = useState(30)

  return (
    <section
      id="faults-panel"
      class="panel"
      aria-labelledby="faults-title"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <h2 id="faults-title">Faults</h2>
      <p class="note">Make the emulator fail as Meta can, and watch what the proxy does.</p>
      <div class="switches">
        {SWITCHES.map(({ fault, label, hint, settings }) => (
          <label key={label} class="switch">
            <input
              type="checkbox"
              role="switch"
              checked={isOn(faults[fault], settings)}
              onChange={(event) => {
                const ms = fault === 'latency' ? { ms: delayMs } : {}
                const isTurnedOn = event.currentTarget.checked
                const value = isTurnedOn ? { probability, ...ms, ...settings } : undefined
                change((current) => ({ ...current, [fault]: value }))
              }}
            />
            <span>
              <strong>{label}</strong>
              <span class="note">{hint}</span>
            </span>
          </label>
        ))}
      </div>
      <div class="fields">
        <label class="small">
          Delay of slow responses (ms)
          <input
            type="number"
            min={0}
            max={60_000}
            step={100}
            // Not `value`: each event of the emulator renders the panel, which would undo what is being typed.
            defaultValue={delayMs}
            onChange={(event) => {
              const ms = readNumber(event.currentTarget)
              setDelayMs(ms)
              change(({ latency, ...others }) =>
                latency ? { ...others, latency: { ...latency, ms } } : others,
              )
            }}
          />
        </label>
        <label class="small">
          How many requests fail
          <select
            value={String(probability)}
            onChange={(event) => {
              const share = Number(event.currentTarget.value)
              setProbability(share)
              change((current) => withProbability(current, share))
            }}
          >
            <option value="1">All</option>
            <option value="0.5">Half</option>
            <option value="0.2">One in five</option>
          </select>
        </label>
        <label class="small">
          Outage (seconds)
          <input
            type="number"
            min={1}
            max={3600}
            defaultValue={seconds}
            onChange={(event) => setSeconds(readNumber(event.currentTarget))}
          />
        </label>
        <button
          type="button"
          onClick={() => {
            const networkError = { probability: 1, durationMs: seconds * 1000 }
            change((current) => ({ ...current, networkError }))
          }}
        >
          Start outage
        </button>
        <label>
          <input
            type="checkbox"
            checked={faults.endpoints?.includes('tr') ?? false}
            onChange={(event) => {
              const endpoints: Faults['endpoints'] = event.currentTarget.checked
                ? ['events', 'tr']
                : ['events']
              change((current) => ({ ...current, endpoints }))
            }}
          />
          The browser pixel fails too
        </label>
      </div>
      {error && (
        <p class="verdict bad" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

function isOn(fault: object | undefined, settings: object = {}): boolean {
  const active = Object.entries({ ...fault, ...settings })
  return fault !== undefined && active.every(([name, value]) => Reflect.get(fault, name) === value)
}

/** Returns the number that was typed, or the smallest one that the field allows. Shows it, too. */
function readNumber(field: HTMLInputElement): number {
  const number = Math.max(Number(field.min), field.valueAsNumber || 0)
  field.value = String(number)
  return number
}

function withProbability(faults: Faults, probability: number): Faults {
  return Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [
      name,
      Array.isArray(fault) || name === 'networkError' ? fault : { ...fault, probability },
    ]),
  )
}
