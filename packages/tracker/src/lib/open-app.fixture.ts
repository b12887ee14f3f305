import { buildTracker } from '../index.ts'
import { openPage, type PageSetUp } from './open-page.fixture.ts'

/**
 * Opens a single-page app, whose history methods change the URL as in a browser. Default: a tracker named `polaris` with
 * `singlePage`, at `https://school.example/`.
 */
export function openApp(setUp: PageSetUp = {}) {
  const location = new URL(setUp.url ?? 'https://school.example/')
  function change(this: unknown, state: unknown, _: string, url?: string | null): unknown {
    if (this !== history) throw new TypeError('Illegal invocation')
    if (url === 'https://') throw new DOMException('invalid', 'SecurityError')
    if (url !== undefined && url !== null) location.href = new URL(url, location).href
    return { state }
  }
  const timers: (() => void)[] = []
  const tick = () => timers.splice(0).forEach((work) => work())
  const setTimeout = (work: () => void, delay: unknown) => {
    if (Number(delay)) timers.push(work)
    else queueMicrotask(work)
    return work
  }
  const clearTimeout = (timer?: () => void) => {
    if (timers.includes(timer!)) timers.splice(timers.indexOf(timer!), 1)
  }
  const history = { pushState: change, replaceState: change }
  const page = openPage({
    script: buildTracker({ name: 'polaris', singlePage: true }),
    ...setUp,
    globals: { history, location, setTimeout, clearTimeout, ...setUp.globals },
  })
  return {
    ...page,
    location,
    history,
    tick,
    go(url: string) {
      history.pushState({}, '', url)
      tick()
    },
    /** Returns the URLs of the PageViews, after the timers have run. */
    urls() {
      tick()
      return page.sent('PageView').map(({ event_source_url }) => event_source_url)
    },
  }
}
