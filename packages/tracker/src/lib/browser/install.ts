import { type BrowserOptions, startTracker, type Tracker } from './tracker.ts'

/** The object that `buildStub` installs to collect the calls made before the script has loaded. */
interface Stub extends Partial<Tracker> {
  q?: ((tracker: Tracker) => void)[]
}

declare const self: Record<string, Stub | undefined>

/** Starts a tracker and installs it as `window[name]`. Does nothing if the page includes a script twice. */
export function install(options: BrowserOptions): void {
  const present = self[options._name]
  if (!present?.track || present.q) {
    const tracker = startTracker(options)
    self[options._name] = tracker
    present?.q?.map((replay) => replay(tracker))
  }
}
