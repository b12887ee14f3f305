import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { openPage } from './open-page.fixture.ts'

const script = buildTracker({ name: 'polaris' })

describe('PageView', () => {
  it('is sent to the pixel and the proxy when the page loads', () => {
    const { hits, sent } = openPage({ script })
    expect(sent()).toMatchObject([{ event_name: 'PageView', custom_data: {} }])
    expect(hits).toEqual([['track', 'PageView', {}, { eventID: sent()[0]!.event_id }]])
  })

  it('is not sent with pageView: false', () => {
    const { sent, emit } = openPage({ script: buildTracker({ name: 'polaris', pageView: false }) })
    emit('pageshow', { persisted: true })
    expect(sent()).toEqual([])
  })

  it('is sent with the other events of a prerendered page when the page becomes visible', async () => {
    const { window, tracker, emit, hits, sent, settle, visitor } = openPage({
      script,
      document: { prerendering: true },
    })
    const eventId = tracker.track('ViewContent')
    await settle()
    expect([sent(), hits, visitor.cookies]).toEqual([[], [], {}])

    window['document'].prerendering = false
    emit('prerenderingchange')
    emit('pageshow', { persisted: false })
    await settle()
    expect(sent()).toMatchObject([
      { event_name: 'PageView' },
      { event_name: 'ViewContent', event_id: eventId },
    ])
    expect(hits).toHaveLength(2)
  })
})
