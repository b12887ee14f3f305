import type { FaultName, Faults } from './faults.ts'

/** The names of all faults, in the order in which they are drawn. */
export const FAULT_NAMES: readonly FaultName[] = [
  'latency',
  'hang',
  'networkError',
  'status',
  'brokenBody',
]

/**
 * Returns the faults that have not ended.
 *
 * @param faults Their `durationMs` is the time that remained `elapsedMs` ago.
 */
export function findActiveFaults(faults: Faults, elapsedMs: number): Faults {
  const active: Faults = { ...faults }
  for (const name of FAULT_NAMES) {
    const durationMs = faults[name]?.durationMs
    if (durationMs === undefined) continue
    if (durationMs <= elapsedMs) delete active[name]
    else Object.assign(active, { [name]: { ...faults[name], durationMs: durationMs - elapsedMs } })
  }
  return active
}

/** Describes each active fault, e.g. `Server errors: 503, half of the requests`. */
export function describeFaults(faults: Faults): string[] {
  return FAULT_NAMES.filter((name) => faults[name]).map((name) => {
    const { probability, durationMs } = faults[name]!
    const share = probability < 1 ? `, ${Math.round(probability * 100)} % of the requests` : ''
    const end = durationMs === undefined ? '' : `, ends in ${Math.ceil(durationMs / 1000)} s`
    return `${nameFault(name, faults)}${share}${end}`
  })
}

function nameFault(name: FaultName, { latency, status }: Faults): string {
  if (name === 'latency') return `responses delayed by ${latency!.ms.toLocaleString()} ms`
  if (name === 'hang') return 'no responses'
  if (name === 'networkError') return 'connections reset'
  if (name === 'brokenBody') return 'broken response bodies'
  const { status: code, code: metaCode } = status!
  return metaCode === undefined ? `status ${code}` : `status ${code} with code ${metaCode}`
}
