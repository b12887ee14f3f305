/** An event in the list of the emulator. */
export interface ListedEvent {
  event_name: string
  event_id: string
  source: string
}

/** Reads the events that the emulator lists at a URL. */
export async function readEvents(url: string): Promise<ListedEvent[]> {
  const { events } = (await (await fetch(url)).json()) as { events: ListedEvent[] }
  return events
}

/** Returns the sources of the leads that the emulator lists at a URL. */
export async function findLeads(url: string): Promise<string[]> {
  const events = await readEvents(url)
  return events
    .filter(({ event_name }) => event_name === 'Lead')
    .map(({ source }) => source)
    .sort()
}
