import type { Emulator } from '@conversion-capi/emulator'

import { showName } from '../output/rules.ts'
import type { DescribedEvent } from './describe-event.ts'

/**
 * Creates a function that describes what the emulator has rejected or warned about since the last call: events of the
 * pixel and of the proxy, whatever runs it.
 */
export function createRecordReport(
  emulator: Pick<Emulator, 'events' | 'rejections'>,
): () => DescribedEvent[] {
  const newEvents = createReader(emulator.events)
  const newRejections = createReader(emulator.rejections)
  return () => [
    ...newRejections().map(({ events, problem, fix }) => {
      const [event] = events
      const name = event?.event_name === undefined ? 'A request' : toName(event.event_name)
      return warn(`${name} was rejected: ${problem} ${fix}`)
    }),
    ...newEvents().flatMap(({ source, event_name, warnings }) =>
      warnings.map((warning) => warn(`${toName(event_name)} of the ${source}: ${warning}`)),
    ),
  ]
}

function warn(message: string): DescribedEvent {
  return { level: 'warning', message }
}

function toName(eventName: string): string {
  return showName(eventName).replace(/^"(.*)"$/, '$1')
}

/** Returns a function that returns the records after the last one that it has returned. */
function createReader<Item>(list: () => Item[]): () => Item[] {
  let last: Item | undefined
  return () => {
    const items = list()
    const index = last === undefined ? -1 : items.lastIndexOf(last)
    last = items.at(-1)
    return items.slice(index + 1)
  }
}
