import { fileURLToPath } from 'node:url'

import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'

import { connectTracker, type TrackerClient, type TrackerQueue } from '../client.ts'
import { buildTracker } from '../index.ts'
import { openPage, type PageSetUp } from './open-page.fixture.ts'

let bundle: string

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../client.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    globalName: 'library',
    write: false,
  })
  bundle = `${outputFiles[0]!.text};self.school = library.connectTracker('polaris')`
})

/** Opens a page whose app calls the client before or after the script has loaded. */
function openConnected(when: 'before' | 'after', options = {}, setUp: PageSetUp = {}) {
  const script = buildTracker({ name: 'polaris', pageView: false, ...options })
  const page = openPage({ ...setUp, script: when === 'after' ? script + ';' + bundle : bundle })
  const load = () => when === 'before' && page.run(script)
  return { ...page, load, school: page.window['school'] as TrackerClient }
}

const ORDER = { value: 240, currency: 'EUR', order_id: '2026-1042' }
const UUID = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)

describe.each(['before', 'after'] as const)('connectTracker, %s the script has loaded', (when) => {
  it.each([
    ['a UUID, also on plain HTTP', [], UUID],
    ['the given ID', [ORDER, null, 'lead-7'], 'lead-7'],
    ['the ID of the order', [ORDER], '2026-1042'],
    ['the number of the order', [{ order_id: 7 }], '7'],
    ['a UUID instead of an email address', [{ order_id: 'anna@school.example' }], UUID],
    ['a UUID instead of an object', [{ order_id: {} }], UUID],
    ['a UUID instead of a long ID', [{}, null, 'x'.repeat(101)], UUID],
  ])('returns %s at once, and sends it in both copies', (_, args, id) => {
    for (const oncePerOrder of [false, true]) {
      const { school, load, sent, hits } = openConnected(
        when,
        { oncePerOrder },
        { globals: { crypto: undefined } },
      )
      const eventID = school.track('Lead', ...(args as []))
      expect(eventID).toEqual(id)
      load()
      expect(sent()).toMatchObject([{ event_id: eventID }])
      expect(hits).toMatchObject([['track', 'Lead', {}, { eventID }]])
    }
  })

  it('hashes personal data, and replaces an element with the name of the tracker', () => {
    const globals = when === 'before' ? { polaris: { length: 0 } } : {}
    const { school, load, sent } = openConnected(when, {}, { globals })
    school.track('Lead', {}, { email: 'anna@school.example' })
    load()
    expect(sent()).toMatchObject([{ user_data: { em: expect.stringMatching(/^[\da-f]{64}$/) } }])
  })

  it.each([
    [[true, 'Lead'], ['Lead']],
    [
      ['Lead', 'wait', 'Schedule', true],
      ['Lead', 'Schedule'],
    ],
    [['Lead', false, 'Schedule', true, 'Subscribe'], ['Subscribe']],
  ] as const)('sends events by the consent at their time: %j', (calls, names) => {
    const { school, load, sent } = openConnected(when, { consent: 'wait' })
    for (const call of calls) {
      if (call === true || call === false || call === 'wait') school.consent(call)
      else school.track(call)
    }
    load()
    expect(sent().map(({ event_name }) => event_name)).toEqual(names)
  })
})

describe('connectTracker', () => {
  it('sends nothing if the visitor has withdrawn consent before the script has loaded', () => {
    const { school, load, sent, visitor } = openConnected('before', { consent: 'wait' })
    school.consent(true)
    school.track('Lead')
    school.consent(false)
    load()
    expect([sent(), visitor.cookies, visitor.storage]).toEqual([[], {}, {}])
  })

  it('sets no global variable on a server, and returns an ID', () => {
    const school = connectTracker('polaris')
    expect([school.track('Lead'), school.consent(true)]).toEqual([UUID, undefined])
    expect(globalThis).not.toHaveProperty('polaris')
  })

  it('checks event names, the data of a Purchase and personal data at compile time', () => {
    const school = connectTracker('polaris')
    const window: { polaris?: TrackerQueue } = {}
    ;(window.polaris ??= []).push((polaris) => polaris.track('Lead'))
    const ids: string[] = [
      school.track('PageView'),
      school.track('Lead', null, { email: 'anna@school.example', phone: null }),
      school.track('Purchase', { value: 240, currency: 'EUR', content_name: 'Physics' }),
      // @ts-expect-error A Purchase needs custom data.
      school.track('Purchase'),
      // @ts-expect-error A Purchase needs a currency.
      school.track('Purchase', { value: 240 }),
      // @ts-expect-error The value of a Purchase is a number or a numeric string.
      school.track('Purchase', { value: '240 €', currency: 'EUR' }),
      // @ts-expect-error Unknown event name.
      school.track('Enrolled'),
      // @ts-expect-error Unknown key of personal data.
      school.track('Lead', {}, { mail: 'anna@school.example' }),
    ]
    // @ts-expect-error The decision is true, false or 'wait'.
    school.consent('yes')
    expect(new Set(ids).size).toBe(8)
  })
})
