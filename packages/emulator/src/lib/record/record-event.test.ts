import { describe, expect, it } from 'vitest'

import type { NewEvent } from '../event/received-event.ts'
import { recordEvent } from './record-event.ts'
import { createRecords } from './records.ts'

const HOUR_MS = 60 * 60 * 1000

function copy(changes: Partial<NewEvent> = {}): NewEvent {
  return {
    source: 'server',
    event_name: 'Lead',
    event_id: 'lead-1',
    event_time: 0,
    user_data: {},
    custom_data: {},
    request_id: 1,
    pixel_id: '1',
    ...changes,
  }
}

function createEventLog(maxEvents = 10, now = () => 0) {
  const records = createRecords(maxEvents)
  const record = (event: NewEvent) => recordEvent(event, records, now())
  return { record, events: records.events.items }
}

const LIMIT = {
  data_processing_options: ['LDU'],
  data_processing_options_country: 0,
  data_processing_options_state: 0,
}
const LIMITED: Partial<NewEvent> = { ...LIMIT, user_data: { client_ip_address: '203.0.113.7' } }

describe('recordEvent()', () => {
  it.each<[first: Partial<NewEvent>, second: Partial<NewEvent>, warning: RegExp | undefined]>([
    [{ source: 'browser' }, LIMITED, /^Only the server’s copy has limited data use .* fbq/],
    [LIMITED, { source: 'browser' }, /^Only the server’s copy has limited data use/],
    [{ source: 'browser', ...LIMIT }, {}, /^Only the browser’s copy has limited .* META_LIMITED/],
    [
      { source: 'browser', ...LIMIT },
      { data_processing_options: [] },
      /^Only the browser’s copy has limited data use/,
    ],
    [{ source: 'browser', ...LIMIT }, LIMITED, undefined],
    [{ source: 'browser', data_processing_options: [] }, {}, undefined],
    [{ source: 'browser' }, { ...LIMITED, event_id: 'lead-2' }, undefined],
    [{}, LIMITED, undefined],
  ])('warns if only one copy has limited data use: %j, %j', (first, second, warning) => {
    const log = createEventLog()
    log.record(copy(first))
    log.record(copy(second))
    const [one, two] = log.events().map(({ warnings }) => warnings.join('\n'))
    expect(one).not.toMatch(/limited data use/)
    if (warning) expect(two).toMatch(warning)
    else expect(two).not.toMatch(/limited data use/)
  })

  it('counts every event without an event_id', () => {
    const log = createEventLog()
    const { event_id: _, ...anonymous } = copy()
    for (const each of [anonymous, anonymous, copy({ event_id: '' }), copy({ event_id: '' })]) {
      log.record(each)
    }
    expect(log.events().map(({ counted }) => counted)).toEqual([true, true, true, true])
  })

  it('counts an event again 48 hours after the copy that counted', () => {
    let now = 0
    const log = createEventLog(10, () => now)
    for (now of [0, 30 * HOUR_MS, 48 * HOUR_MS - 1, 48 * HOUR_MS, 95 * HOUR_MS]) log.record(copy())
    expect(log.events().map(({ counted }) => counted)).toEqual([true, false, false, true, false])
  })

  it('forgets an id when its copy is removed', () => {
    const log = createEventLog(1)
    for (const event_id of ['1', '2', '1']) log.record(copy({ event_id }))
    expect(log.events()).toMatchObject([{ event_id: '1', counted: true }])
  })

  it('warns if an event_id was used for another name, until that event is removed', () => {
    const log = createEventLog(2)
    log.record(copy())
    for (let count = 0; count < 3; count++)
      log.record(copy({ event_name: 'Schedule', source: 'browser' }))
    expect(log.events().map(({ warnings }) => warnings)).toEqual([
      ['event_id was already used for another event, Lead. Use a new id for each event.'],
      [],
    ])
  })

  it('warns that Meta does not promise to deduplicate two copies of the server', () => {
    const log = createEventLog(3)
    for (const source of ['browser', 'server', 'server'] as const) log.record(copy({ source }))
    expect(log.events().map(({ warnings }) => warnings)).toEqual([
      [],
      [],
      [expect.stringMatching(/^The server sent this event before\. .* Send each event once\.$/)],
    ])
  })
})
