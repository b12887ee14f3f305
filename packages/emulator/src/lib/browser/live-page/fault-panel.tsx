import { describeFaults, type Faults } from '../../faults/faults.ts'
import { post } from './use-live.ts'

export function FaultBanner({ faults }: { faults: Faults }) {
  const descriptions = describeFaults(faults)
  if (descriptions.length === 0) return null
  return (
    <section class="banner warn" aria-label="Active faults">
      <p>
        <strong>Faults on:</strong> {descriptions.join('; ')}.
      </p>
      <button type="button" class="small" onClick={() => post('faults', {})}>
        Turn off
      </button>
    </section>
  )
}

const SWITCHES: [label: string, hint: string, faults: Faults][] = [
  [
    'Slow responses',
    'Delays each response by two seconds. The proxy repeats an attempt that takes too long.',
    { latency: { probability: 1, ms: 2000 } },
  ],
  ['Server errors', 'Status 503.', { status: { probability: 1, status: 503 } }],
  [
    'Throttling',
    'Status 400 with code 613.',
    { status: { probability: 1, status: 400, code: 613 } },
  ],
  [
    'Broken body',
    'Records the event, but ends the response after half of it.',
    { brokenBody: { probability: 1 } },
  ],
  ['Outage', 'Resets each connection.', { networkError: { probability: 1 } }],
]

export function FaultPanel({ faults }: { faults: Faults }) {
  return (
    <div id="faults" class="panel" popover="auto" role="dialog" aria-labelledby="faults-title">
      <h2 id="faults-title">Faults</h2>
      <p class="note">Make the emulator fail as Meta can, and watch what the proxy does.</p>
      {SWITCHES.map(([label, hint, each]) => (
        <label key={label} class="switch">
          <input
            type="checkbox"
            role="switch"
            checked={isOn(faults, each)}
            onChange={({ currentTarget }) => {
              const off = Object.fromEntries(Object.keys(each).map((name) => [name, undefined]))
              post('faults', { ...faults, ...(currentTarget.checked ? each : off) })
            }}
          />
          <span>
            <strong>{label}</strong>
            <span class="note">{hint}</span>
          </span>
        </label>
      ))}
    </div>
  )
}

/** The statuses distinguish server errors from throttling. The other settings can be changed by `setFaults`. */
function isOn(faults: Faults, expected: Faults): boolean {
  const isActive = Object.keys(expected).every((name) => name in faults)
  const { status, code } = faults.status ?? {}
  return (
    isActive &&
    (!expected.status || (status === expected.status.status && code === expected.status.code))
  )
}
