import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

/** How many events are sent at the same time. Each client waits for one response at a time. */
export const CLIENT_COUNT = 32

export interface SentEvents {
  port: string | number
  first?: number
  end: number
  /** Runs before the event of its number is sent. All clients wait for it. @default none */
  interruptions?: ReadonlyMap<number, () => Promise<void>>
  onEvent?: (number: number, id: string) => void
}

/** Sends events from several clients, with the ids `event-0`, `event-1` and so on. */
export async function sendEvents(options: SentEvents): Promise<void> {
  const { port, first = 0, end, interruptions, onEvent } = options
  let next = first
  let interruption = Promise.resolve()
  const clients = Array.from({ length: CLIENT_COUNT }, async () => {
    while (next < end) {
      const number = next++
      const interrupt = interruptions?.get(number)
      if (interrupt) interruption = interrupt()
      const id = `event-${number}`
      await interruption
      onEvent?.(number, id)
      await sendEvent(port, id)
    }
  })
  await Promise.all(clients)
}

export interface EventOptions {
  origin?: string
  custom_data?: object
  isNewVisitor?: boolean
}

/**
 * Sends an event once, like a page that is closed afterwards.
 *
 * @returns The status, or `undefined` if there is no response.
 */
export async function sendEvent(
  port: string | number,
  event_id: string,
  { origin, custom_data, isNewVisitor }: EventOptions = {},
): Promise<number | undefined> {
  const body = JSON.stringify({
    event_name: 'Lead',
    event_id,
    event_source_url: 'https://school.example/grade-5',
    user_data: { fbp: 'fb.1.1700000000000.1234567890', em: 'a'.repeat(64) },
    custom_data: { value: 10.5, currency: 'EUR', name: 'a "quoted" \\ name', ...custom_data },
  })
  const headers = {
    'Content-Type': 'application/json',
    'X-Forwarded-For': '203.0.113.7',
    ...(isNewVisitor && { Connection: 'close' }),
    ...(origin && { Origin: origin }),
  }
  const url = `http://127.0.0.1:${port}${CONVERSION_PATH}`
  try {
    const response = await fetch(url, { method: 'POST', body, headers })
    await response.text()
    return response.status
  } catch {
    return undefined
  }
}
