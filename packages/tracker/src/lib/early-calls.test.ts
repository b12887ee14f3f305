import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { openPage, QUIET } from './open-page.fixture.ts'

/** Returns a script that calls a method of the tracker, whether it has loaded or not. */
function call(expression: string): string {
  return `(window.polaris ??= []).push((polaris) => polaris.${expression});`
}

describe('(window.polaris ??= []).push', () => {
  it('collects calls until the script has loaded, which then makes them once and in order', () => {
    const page = openPage({ script: call(`track('ViewContent')`) })
    page.run(call(`track('Lead', { value: 10 }, { email: 'anna@school.example' })`))
    page.run(buildTracker({ name: 'polaris' }))
    page.run(buildTracker({ name: 'polaris' }))

    expect(page.sent().map(({ event_name }) => event_name)).toEqual([
      'PageView',
      'ViewContent',
      'Lead',
    ])
    expect(page.sent('Lead')).toMatchObject([
      { custom_data: { value: 10 }, user_data: { em: expect.stringMatching(/^[\da-f]{64}$/) } },
    ])
  })

  it('makes calls at once after the script has loaded', () => {
    const page = openPage()
    page.run(
      call(`track('Lead')`) + `polaris.push((polaris) => (window.id = polaris.track('Lead')))`,
    )
    expect(page.sent('Lead').map(({ event_id }) => event_id)).toContain(page.window['id'])
    expect(page.sent()).toHaveLength(2)
  })

  it('makes consent decisions and events in the order of the calls', () => {
    const calls = `track('ViewContent') consent(false) track('Lead') consent(true) track('Schedule')`
    const page = openPage({ script: calls.split(' ').map(call).join('') })
    page.run(buildTracker({ name: 'polaris', pageView: false, consent: 'wait' }))
    expect(page.sent().map(({ event_name }) => event_name)).toEqual(['Schedule'])
  })

  it.each(['before', 'after'])(
    'ignores what is not a function, and errors of functions, %s the script has loaded',
    (when) => {
      const bad = '(window.polaris ??= []).push(undefined);' + call('missing()')
      const page = openPage({ script: when === 'after' ? QUIET : '' })
      page.run(bad + call(`track('Lead')`))
      page.run(QUIET)
      expect(page.sent()).toHaveLength(1)
    },
  )

  it.each([{ track: {}, map: {} }, { length: 0 }])(
    'starts the tracker in place of another value: %j',
    (polaris) => {
      const page = openPage({ globals: { polaris } })
      page.run(call(`track('Lead')`))
      expect(page.sent()).toHaveLength(1)
    },
  )
})
