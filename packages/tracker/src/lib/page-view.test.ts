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

  it('is sent again with a new id when the page returns from the back/forward cache', () => {
    const { emit, sent } = openPage({ script })
    emit('pageshow', { persisted: false })
    expect(sent()).toHaveLength(1)
    emit('pageshow', { persisted: true })
    const ids = sent('PageView').map(({ event_id }) => event_id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
  })
})
