import type { BrowserOptions } from './browser-options.ts'
import { startTracker } from './tracker.ts'
import type { Tracker } from './tracker-api.ts'
import { tryCall } from './try-call.ts'

/** A tracker, the array that collects calls until the script has loaded, or an element. */
type Present = Partial<Tracker & Pick<Parameters<Tracker['push']>[0][], 'map'>>

declare const self: Record<string, Present | undefined>

/**
 * Starts a tracker and installs it as `window[name]`. Does nothing if the page includes the script twice.
 *
 * Replaces an element with the id `name`, which is a property of `window` too. If it is a form, its fields can
 * be named `track` and `map`.
 */
export function install(options: BrowserOptions): void {
  const present = self[options._name]
  if (!present?.track?.call) {
    self[options._name] = startTracker(options)
    tryCall(() => present!.map!(self[options._name]!.push!))
  }
}
