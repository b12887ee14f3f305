import type { SoakSettings } from './soak-report.ts'

/** The share of events that are accepted: an event is lost when every attempt fails, each on its own. */
export function predictShare({ events, faultRate, retries }: SoakSettings): {
  mean: number
  deviation: number
} {
  const lost = faultRate ** (retries + 1)
  return { mean: 1 - lost, deviation: Math.sqrt((lost * (1 - lost)) / events) }
}
