import type { ReceivedEvent } from '../../../event/received-event.ts'
import type { RejectedRequest } from '../../../record/rejected-request.ts'

const LEAD = { event_name: 'Lead', event_id: 'lead-1' }
const REQUEST = { route: '', events: [LEAD], event_count: 1, request_id: 1, received_at: 0 }

export function copy(changes: Partial<ReceivedEvent> = {}): ReceivedEvent {
  return {
    ...LEAD,
    source: 'server',
    event_time: 0,
    action_source: 'website',
    user_data: {},
    custom_data: {},
    pixel_id: '1',
    request_id: 1,
    received_at: 0,
    counted: true,
    warnings: [],
    ...changes,
  }
}

export function rejection(changes: Partial<RejectedRequest> = {}): RejectedRequest {
  const reason = { status: 400, code: 100, message: '', problem: '', fix: '' }
  return { ...REQUEST, ...reason, ...changes }
}
