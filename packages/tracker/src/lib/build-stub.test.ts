import { describe, expect, it } from 'vitest'

import { buildStub, buildTracker } from '../index.ts'
import { openPage, QUIET } from './open-page.fixture.ts'

describe('buildStub', () => {
  it('collects calls until the script has loaded, and the tracker replays them once and in order', () => {
    const page = openPage({ script: buildStub('polaris') })
    page.tracker.track('ViewContent')
    page.tracker.track('Lead', { value: 10 }, { email: 'anna@school.example' })
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
    expect(page.tracker.track('Lead')).toMatch(/^[\da-f-]{36}$/)
  })

  it('replays consent decisions and events in the order of the calls', () => {
    const script = buildTracker({ name: 'polaris', pageView: false, consent: 'wait' })
    const page = openPage({ script: buildStub('polaris') })
    page.tracker.track('ViewContent')
    page.tracker.consent(false)
    page.tracker.track('Lead')
    page.tracker.consent(true)
    page.tracker.track('Schedule')
    page.run(script)
    expect(page.sent().map(({ event_name }) => event_name)).toEqual(['Schedule'])
  })

  it('does nothing if the script has already loaded, or if the page includes the stub twice', () => {
    const page = openPage({ script: QUIET })
    const { tracker } = page
    page.run(buildStub('polaris'))
    expect(page.tracker).toBe(tracker)

    const early = openPage({ script: buildStub('polaris') })
    early.tracker.track('Lead')
    early.run(buildStub('polaris'))
    early.run(QUIET)
    expect(early.sent()).toHaveLength(1)
  })

  it('replaces a form whose id is the name of the tracker', () => {
    const page = openPage({ script: '', globals: { polaris: { track: {}, q: {} } } })
    page.run(buildStub('polaris'))
    page.tracker.track('Lead')
    page.run(QUIET)
    expect(page.sent()).toHaveLength(1)
  })

  it('returns one line that cannot close a script element', () => {
    expect(buildStub('polaris')).not.toMatch(/[\n<]/)
  })

  it.each(['', 'my-school', '</script>'])('throws for the name %j', (name) => {
    expect(() => buildStub(name)).toThrow('name must be a JavaScript identifier')
  })
})
