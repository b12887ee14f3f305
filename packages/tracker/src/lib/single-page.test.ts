import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { openApp } from './open-app.fixture.ts'

describe('singlePage', () => {
  it.each([
    ['a link to a section and back', ['#pricing', '/']],
    ['a script that removes the click ID', ['/?fbclid=click&a=1', '/?a=1']],
    ['a router that removes the slash at the end', ['/?a', '/#top', '']],
  ])('sends no PageView for %s', (_, paths) => {
    const { history, emit, urls, tick } = openApp({ url: 'https://school.example/?fbclid=click' })
    for (const path of paths) {
      history.replaceState({}, '', path)
      emit('popstate')
      tick()
    }
    expect(urls()).toHaveLength(1)
  })

  it('sends a PageView for each route in the fragment', () => {
    const { go, sent } = openApp()
    for (const path of ['#/physics', '#!/mathematics', '#/physics']) go(path)
    expect(sent('PageView')).toHaveLength(4)
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

  it('sends one PageView per URL if the page includes the script twice', () => {
    const page = openApp()
    page.run(buildTracker({ name: 'polaris', singlePage: true }))
    page.history.pushState({}, '', '/physics')
    expect(page.urls()).toHaveLength(2)
  })
})
