import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'

import { describeFaults, findActiveFaults } from '../../faults/active-faults.ts'
import type { Faults } from '../../faults/faults.ts'
import { post } from './post.ts'

/** Returns the faults that are active now, again every second while one of them will end. */
export function useActiveFaults(faults: Faults, receivedAt: number): Faults {
  const [now, setNow] = useState(receivedAt)
  const active = useMemo(
    () => findActiveFaults(faults, Math.max(0, now - receivedAt)),
    [faults, receivedAt, now],
  )
  const willEnd = JSON.stringify(active).includes('"durationMs"')
  useEffect(() => {
    setNow(Date.now())
    if (!willEnd) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [faults, willEnd])
  return active
}

/** Says which faults are on, so that nobody mistakes them for real problems. */
export function FaultBanner({ faults }: { faults: Faults }): JSX.Element | null {
  const descriptions = describeFaults(faults)
  if (descriptions.length === 0) return null
  return (
    <section class="banner" aria-label="Active faults">
      <p>
        <strong>Faults on:</strong> {descriptions.join('; ')}.
      </p>
      <button type="button" class="small" onClick={() => void post('faults', {})}>
        Turn off
      </button>
    </section>
  )
}
