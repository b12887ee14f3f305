import type { ReceivedEvent } from '../../received-event.ts'

/** The copies of one event, oldest first. */
export interface EventGroup {
  key: string
  copies: [ReceivedEvent, ...ReceivedEvent[]]
}

/** Groups the copies of each event, in order of the first copies. */
export function groupCopies(events: ReceivedEvent[]): EventGroup[] {
  const groups = new Map<string, EventGroup>()
  for (const [index, event] of events.entries()) {
    const { event_name, event_id, received_at } = event
    const key = event_id ? JSON.stringify([event_name, event_id]) : `${received_at}/${index}`
    const group = groups.get(key)
    if (group) group.copies.push(event)
    else groups.set(key, { key, copies: [event] })
  }
  return [...groups.values()]
}
