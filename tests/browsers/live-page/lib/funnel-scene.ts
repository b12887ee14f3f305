import type { Emulator } from '@conversion-capi/emulator'

import type { Clock } from './mixed-scene.ts'
import { createSenders, VISITOR } from './senders.ts'

const HOUR_MS = 3_600_000
const STAGE = { event_source: 'crm', lead_event_source: 'HubSpot' }

/** Sends the path of a visitor from the page to the contract, an event of another visitor, and a rejected batch. */
export async function playFunnelScene(emulator: Emulator, clock: Clock): Promise<void> {
  const { sendFromBrowser, sendFromServer, sendFromCrm, sendBatch } = createSenders(
    emulator,
    () => clock.ms,
  )
  const seconds = () => Math.floor(clock.ms / 1000)
  const pageView = { event_name: 'PageView', event_id: 'page-view-1' }
  await sendFromBrowser(pageView)
  clock.ms += 12
  await sendFromServer(pageView)

  clock.ms += 120_000
  const lead = { event_name: 'Lead', event_id: 'lead-1', page: '/trial-lesson', isKnown: true }
  await sendFromBrowser(lead)
  clock.ms += 12
  await sendFromServer(lead)
  const original_event_data = { event_name: 'Lead', event_id: 'lead-1', event_time: seconds() }

  clock.ms += 2 * HOUR_MS
  await sendFromCrm({
    event_name: 'Qualified',
    event_id: 'deal-4711-qualified',
    event_time: seconds(),
    action_source: 'system_generated',
    user_data: { em: VISITOR.em, external_id: '4711', ct: 'Berlin', country: 'de' },
    custom_data: STAGE,
    original_event_data,
  })
  await sendFromCrm({
    event_name: 'Qualified',
    event_id: 'deal-4712-qualified',
    event_time: seconds(),
    action_source: 'system_generated',
    user_data: { em: 'john@polaris.example', external_id: '4712' },
    custom_data: STAGE,
  })

  clock.ms += 46 * HOUR_MS
  await sendFromCrm({
    event_name: 'Purchase',
    event_id: 'order-815',
    event_time: seconds(),
    action_source: 'phone_call',
    user_data: { external_id: '4711' },
    custom_data: { value: 240, currency: 'EUR' },
  })

  clock.ms += 60_000
  await sendBatch(
    ['816', '817', '818'].map((order) => ({
      event_name: 'Purchase',
      event_id: `order-${order}`,
      action_source: 'physical_store',
      user_data: { external_id: order },
      custom_data: { value: 240, ...(order !== '817' && { currency: 'EUR' }) },
    })),
  )
}
