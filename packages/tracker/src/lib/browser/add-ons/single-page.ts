import type { Tracker } from '../start-tracker.ts'

/** Sends a PageView whenever the address changes without a page load. */
export function singlePage(tracker: Tracker): void {
  let present = location.href
  const look = () => {
    if (present !== (present = location.href)) tracker.track('PageView')
  }
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method]
    history[method] = function (...args) {
      const result = original.apply(this, args)
      look()
      return result
    }
  }
  addEventListener('popstate', look)
}
