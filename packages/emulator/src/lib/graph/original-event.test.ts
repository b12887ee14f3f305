import { describe, expect, it } from 'vitest'

import { createEmulator } from '../emulator.ts'
import { NOW, sendEvents, serverEvent } from '../requests.fixture.ts'
import { validateEvent } from './validate-event.ts'

const validate = (original_event_data: unknown) =>
  validateEvent(serverEvent({ original_event_data }), NOW)

async function warningsOf(original_event_data: unknown): Promise<readonly string[]> {
  const emulator = createEmulator({ now: () => NOW })
  await sendEvents(emulator, serverEvent({ original_event_data }))
  return emulator.events()[0]!.warnings
}

describe('original_event_data', () => {
  it.each([
    [{}],
    [{ event_name: 'Lead', event_time: NOW / 1000 - 60, event_id: 'lead-1', order_id: '7' }],
  ])('can be %j', async (value) => {
    expect(validate(value)).toBeUndefined()
    expect(await warningsOf(value)).toEqual([])
  })

  it.each([[null], ['Lead'], [[]]])('cannot be %j', (value) => {
    expect(validate(value)).toMatchObject({
      code: 100,
      problem: 'original_event_data is missing or has the wrong type.',
    })
  })

  it.each([
    ['event_name', 7],
    ['event_id', null],
    ['order_id', 7],
    ['event_time', '1795176000'],
    ['event_time', 1.5],
  ])('cannot have the %s %j', (name, value) => {
    const error = validate({ [name]: value })
    expect(error).toMatchObject({
      code: 100,
      problem: expect.stringContaining(`original_event_data.${name}`),
    })
    expect(error).not.toHaveProperty('error_subcode')
  })

  it.each(['value', 'eventName', 'constructor'])(
    'causes a warning that does not repeat the key %s, which Meta does not document',
    async (key) => {
      expect(await warningsOf({ [key]: 'x' })).toEqual([
        'original_event_data has a key that Meta does not document. Use only event_name, event_time, order_id, event_id.',
      ])
    },
  )

  it('causes a warning if it is later than the event, or in milliseconds', async () => {
    for (const event_time of [NOW / 1000 + 1, NOW]) {
      expect(await warningsOf({ event_time })).toEqual([
        expect.stringMatching(/^original_event_data.event_time is after event_time\./),
      ])
    }
    expect(await warningsOf({ event_time: NOW / 1000 })).toEqual([])
  })
})
