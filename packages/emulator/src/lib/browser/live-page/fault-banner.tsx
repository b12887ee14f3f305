import type { Faults } from '../../faults/faults.ts'
import { post } from './use-live.ts'

export function FaultBanner({ faults }: { faults: Faults }) {
  if (Object.keys(faults).length === 0) return null
  return (
    <section class="banner warn" aria-label="Active faults">
      <p>
        <strong>Faults on:</strong> <code>{JSON.stringify(faults)}</code>
      </p>
      <button type="button" class="small" onClick={() => post('faults', {})}>
        Turn off
      </button>
    </section>
  )
}
