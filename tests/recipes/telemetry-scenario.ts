import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import { LONG_TIMEOUTS, serveFetch } from '@conversion-capi/test-support'

import { startOtlpReceiver } from './start-otlp-receiver.ts'

export type TelemetryScenario = Awaited<ReturnType<typeof startTelemetryScenario>>

/** The attributes and counts of `conversion.events` after `sendEvents`. */
export const EXPECTED_COUNTS = [
  count(2, 'accepted', undefined, 'Lead'),
  count(1, 'accepted', undefined, 'Schedule'),
  count(1, 'rejected', 'Invalid JSON'),
  count(2, 'upstream_error', '100', 'Purchase'),
  count(1, 'upstream_unreachable', 'upstream_unreachable', 'Lead'),
]

/** Starts an emulator and an OTLP receiver. */
export async function startTelemetryScenario() {
  const receiver = await startOtlpReceiver()
  const graph = await serveFetch(createEmulator().fetch)
  const env = {
    META_PIXEL_ID: '1234567890',
    META_ACCESS_TOKEN: 'emulator-access-token',
    META_GRAPH_URL: graph.url,
    ...LONG_TIMEOUTS,
    META_SCHOOL: 'polaris',
    META_RETRIES: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_SERVICE_NAME: 'polaris',
  }
  return { env, receiver, sendEvents, close }

  /** Sends events with different outcomes to a server, and stops the emulator before the last one. */
  async function sendEvents(origin: string): Promise<void> {
    for (const event_name of ['Lead', 'Lead', 'Schedule', 'Purchase', 'Purchase']) {
      await send(origin, toBody(event_name))
    }
    await send(origin, 'not JSON')
    await graph.close()
    await send(origin, toBody('Lead'))
  }

  async function close(): Promise<void> {
    await graph.close()
    await receiver.close()
  }
}

/** Meta declines a `Purchase` without a value. */
function toBody(event_name: string): string {
  const user_data = { fbp: `fb.1.${Date.now()}.1093847562` }
  return JSON.stringify({ event_name, event_id: crypto.randomUUID(), user_data })
}

async function send(origin: string, body: string): Promise<void> {
  const headers = { 'User-Agent': 'Mozilla/5.0', 'X-Forwarded-For': '203.0.113.7' }
  await (await fetch(origin + CONVERSION_PATH, { method: 'POST', headers, body })).text()
}

function count(value: number, kind: string, error?: string, eventName?: string) {
  const attributes = {
    'conversion.outcome': kind,
    ...(error && { 'error.type': error }),
    ...(eventName && { 'conversion.event_name': eventName }),
    'conversion.pixel_id': '1234567890',
    'conversion.school': 'polaris',
  }
  return { attributes, unit: '{event}', count: value }
}
