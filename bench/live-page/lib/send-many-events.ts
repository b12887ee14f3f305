import type { Emulator } from '@conversion-capi/emulator'

const NAMES = ['PageView', 'ViewContent', 'Lead', 'Purchase', 'Schedule']

/** Sends events of the proxy in batches. Each event has a different id, a page, hashes and a value. */
export async function sendManyEvents(emulator: Emulator, count: number, first = 0): Promise<void> {
  for (let start = first; start < first + count; start += 1000) {
    const size = Math.min(1000, first + count - start)
    const data = Array.from({ length: size }, (_, index) => createEvent(start + index))
    const response = await emulator.fetch('https://graph.facebook.com/v18.0/1234567890/events', {
      method: 'POST',
      body: JSON.stringify({ data, access_token: 'emulator-access-token' }),
    })
    if (!response.ok) throw new Error(`The emulator rejected the events: ${await response.text()}`)
  }
}

function createEvent(number: number): object {
  const hash = number.toString(16).padStart(64, '0')
  return {
    event_name: NAMES[number % NAMES.length],
    event_id: `event-${number}`,
    event_time: Math.floor(Date.now() / 1000),
    action_source: 'website',
    event_source_url: `https://school.example/page-${number}`,
    user_data: {
      em: hash,
      ph: hash,
      fn: hash,
      ln: hash,
      fbp: `fb.1.${Date.now()}.${number}`,
      client_user_agent: 'Mozilla/5.0',
      ...(number % 7 && { client_ip_address: '203.0.113.7' }),
    },
    custom_data: { value: number, currency: 'EUR', content_name: `Program ${number}` },
  }
}
