import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { openApp } from './open-app.fixture.ts'

describe('singlePage', () => {
  it('sends a PageView with a new event ID for every URL', () => {
    const { history, sent, urls } = openApp()
    history.pushState({}, '', '/physics')
    history.replaceState({}, '', '/mathematics')
    expect(urls()).toEqual([
      'https://school.example/',
      'https://school.example/physics',
      'https://school.example/mathematics',
    ])
    expect(new Set(sent().map(({ event_id }) => event_id)).size).toBe(3)
  })

  it('does not send a PageView if the URL does not change', () => {
    const { history, urls } = openApp()
    history.pushState({}, '')
    history.pushState({}, '', null)
    history.replaceState({}, '', '/')
    expect(urls()).toHaveLength(1)
    history.pushState({}, '', '/physics')
    history.replaceState({ scroll: 0 }, '', '/physics')
    expect(urls()).toHaveLength(2)
  })

  it('sends a PageView when the visitor goes back', () => {
    const { history, location, emit, urls } = openApp()
    history.pushState({}, '', '/physics')
    location.href = 'https://school.example/'
    emit('popstate')
    emit('popstate')
    expect(urls()).toHaveLength(3)
  })

  it('passes this and the arguments to the original methods, and returns their result', () => {
    const { history } = openApp()
    expect(history.pushState('state', '', '/a')).toEqual({ state: 'state' })
    const { replaceState } = history
    expect(() => replaceState({}, '', '/b')).toThrow('Illegal invocation')
  })

  it('rethrows errors of the original methods and sends no PageView', () => {
    const { history, urls } = openApp()
    expect(() => history.pushState({}, '', 'https://')).toThrow('invalid')
    expect(urls()).toHaveLength(1)
  })

  it('sends PageViews for later URLs with pageView: false', () => {
    const script = buildTracker({ name: 'polaris', singlePage: true, pageView: false })
    const { history, urls } = openApp({ script })
    expect(urls()).toEqual([])
    history.pushState({}, '', '/physics')
    expect(urls()).toHaveLength(1)
  })

  it('replaces the history methods only after consent(true), and sends no PageView after consent(false)', () => {
    const script = buildTracker({ name: 'polaris', singlePage: true, consent: 'wait' })
    const { history, tracker, urls } = openApp({ script })
    const { pushState } = history
    tracker.consent(true)
    expect(history.pushState).not.toBe(pushState)
    tracker.consent(false)
    history.pushState({}, '', '/physics')
    expect(urls()).toHaveLength(1)
  })

  it('sends one PageView per URL if the page includes the script twice', () => {
    const page = openApp()
    page.run(buildTracker({ name: 'polaris', singlePage: true }))
    page.history.pushState({}, '', '/physics')
    expect(page.urls()).toHaveLength(2)
  })
})
