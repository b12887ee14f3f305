import type { Emulator } from '@conversion-capi/emulator'
import { serveFetch } from '@conversion-capi/test-support'

export interface Upstream {
  url: string
  /** The events of the requests in the order of arrival, as JSON, by event ID. */
  requests: Map<string, string[]>
  close: () => Promise<void>
}

/** Serves an emulator over HTTP. A network error of the emulator closes the connection without a response. */
export async function startUpstream(emulator: Emulator): Promise<Upstream> {
  const requests = new Map<string, string[]>()
  const { url, close } = await serveFetch(async (request) => {
    const [event] = (await request.clone().json()).data
    requests.set(event.event_id, [...(requests.get(event.event_id) ?? []), JSON.stringify(event)])
    return emulator.fetch(request)
  })
  return { url, requests, close }
}
