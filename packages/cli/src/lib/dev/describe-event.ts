import { findUnhashedPii } from '@conversion-capi/core/pii'
import {
  EVENT_NAMES,
  isJsonObject,
  isResponseBody,
  type JsonObject,
} from '@conversion-capi/core/protocol'
import type { Emulator } from '@conversion-capi/emulator'
import { showName, suggest } from '@conversion-capi/meta/terminal'

/** A line of the log. Contains no personal data. */
export interface DevLine {
  level: 'info' | 'warning' | 'error'
  message: string
}

export function* describeEvent(event: JsonObject, response: unknown): Generator<DevLine> {
  const name = EVENT_NAMES.find((each) => each === event['event_name']) ?? 'Event'
  const customData = event['custom_data']
  const paths = isJsonObject(customData) ? findUnhashedPii(customData) : []
  for (const path of paths) {
    yield warn(
      `custom_data.${path} of ${name} is unhashed personal data, which the proxy drops. Pass it as the third argument of track(), which hashes it.`,
    )
  }
  if (!isResponseBody(response)) {
    yield warn(
      `${name} was not delivered: the response is not from the proxy. Check what your function returns for POST requests.`,
    )
  } else if ('ok' in response) {
    yield response.ok === true
      ? { level: 'info', message: `${name} accepted.` }
      : warn(`${name} was not delivered.`)
  } else {
    const hint = response.error === 'Invalid event_name' ? explainName(event['event_name']) : ''
    yield warn(`${name} rejected by the proxy: ${response.error}.${hint}`)
  }
}

function explainName(name: unknown): string {
  if (typeof name !== 'string' || name === '') {
    return ` It has no name. Write one of ${EVENT_NAMES.join(', ')}.`
  }
  return ` The name is ${showName(name)}. Write ${suggest(name, EVENT_NAMES)}.`
}

export function createRecordReport(
  emulator: Pick<Emulator, 'events' | 'rejections'>,
): () => DevLine[] {
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

function warn(message: string): DevLine {
  return { level: 'warning', message }
}

function toName(eventName: string): string {
  return showName(eventName).replace(/^"(.*)"$/, '$1')
}

function createReader<Item>(list: () => Item[]): () => Item[] {
  let last: Item | undefined
  return () => {
    const items = list()
    const index = last === undefined ? -1 : items.lastIndexOf(last)
    last = items.at(-1)
    return items.slice(index + 1)
  }
}
