import { createHandler, findTrafficSource } from '@conversion-capi/core'
import { isResponseBody, type JsonObject } from '@conversion-capi/core/protocol'
import type { Emulator } from '@conversion-capi/emulator'
import { parseJsonObject, showName } from '@conversion-capi/meta/terminal'
import type { ServerRequest } from 'srvx'

import { describeEvent, type DevLine } from './describe-event.ts'

/** The emulator accepts this token only. It is not a secret. */
export const ACCESS_TOKEN = 'emulator-access-token'

interface DevProxyOptions {
  emulator: Emulator
  pixelId: string
  write: (line: DevLine) => void
  reportRecords: () => DevLine[]
}

/** Creates the handler of events in development, which sends them to the emulator. */
export function createDevProxy({ emulator, pixelId, write, reportRecords }: DevProxyOptions) {
  const forward = createHandler({
    config: { pixelId, accessToken: ACCESS_TOKEN },
    fetch: emulator.fetch,
    source: findTrafficSource,
    onOutcome: (outcome) => {
      // Recorded with the name of the event below.
      if (outcome.kind !== 'rejected') emulator.recordOutcome(outcome)
    },
  })
  return async function handle(request: ServerRequest): Promise<Response> {
    const { method, url } = request
    const headers = new Headers(request.headers)
    // Browsers connect to this server directly: no proxy writes their IP into a header.
    if (request.ip !== undefined) headers.set('X-Forwarded-For', request.ip)
    const sent = await request.text()
    const event = new Request(url, { method, headers, ...(method === 'POST' && { body: sent }) })
    const response = await forward(event)
    if (method !== 'POST') return response
    const body: unknown = parseJsonObject(await response.clone().text())
    const records = reportRecords()
    const parsed = parseJsonObject(sent) ?? {}
    for (const line of describeEvent(parsed, body)) write(line)
    records.forEach(write)
    if (isResponseBody(body) && !('ok' in body)) {
      recordRejection(parsed, body.error, response.status)
    }
    return response
  }

  /** The live page shows rejections with the name that the proxy rejected, unless it could be personal data. */
  function recordRejection(event: JsonObject, reason: string, status: number): void {
    const { event_name, event_id } = event
    const name = typeof event_name === 'string' ? showName(event_name) : ''
    emulator.recordOutcome({
      kind: 'rejected',
      status,
      reason,
      durationMs: 0,
      attempts: 0,
      dropped: [],
      warnings: [],
      ...(name.startsWith('"') && { eventName: name.slice(1, -1) }),
      ...(typeof event_id === 'string' && /^[\w-]{1,100}$/.test(event_id) && { eventId: event_id }),
    })
  }
}
