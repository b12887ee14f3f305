import { type BrowserOptions, startTracker, type Tracker } from './tracker.ts'
import { tryCall } from './try-call.ts'

/** The object that `buildStub` installs to collect the calls made before the script has loaded. */
interface Stub extends Partial<Tracker> {
  q?: ((tracker: Tracker) => void)[]
}

declare const self: Record<string, Stub | undefined>

/**
 * Starts a tracker and installs it as `window[name]`. Does nothing if the page includes the script twice.
 *
 * Replaces an element with the id `name`, which is a property of `window` too. If it is a form, its fields can
 * be named `track` and `q`.
 */
export function install(options: BrowserOptions): void {
  const present = self[options._name]
  if (!present?.track?.call || present.q) {
    const tracker = startTracker(options)
    self[options._name] = tracker
    tryCall(() => present!.q!.map((replay) => replay(tracker)))
  }
}
