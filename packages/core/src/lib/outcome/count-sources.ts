import type { TrafficSource } from './find-traffic-source.ts'

/** How many events of a name came from each source, the most frequent source first. */
export interface SourceCounts {
  eventName: string
  sources: [source: TrafficSource, count: number][]
}

/** Counts events by name and source. */
export function countSources(
  events: Iterable<readonly [eventName: string, source: TrafficSource]>,
): SourceCounts[] {
  const counts = new Map<string, Map<TrafficSource, number>>()
  for (const [eventName, source] of events) {
    const sources = counts.get(eventName) ?? new Map<TrafficSource, number>()
    counts.set(eventName, sources.set(source, (sources.get(source) ?? 0) + 1))
  }
  return [...counts].map(([eventName, sources]) => ({
    eventName,
    sources: [...sources].sort(
      ([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1),
    ),
  }))
}

/** Returns a line such as `Leads by source: Google 41, ChatGPT 6`. */
export function describeSources({ eventName, sources }: SourceCounts): string {
  return `${eventName}s by source: ${sources.map((entry) => entry.join(' ')).join(', ')}`
}
