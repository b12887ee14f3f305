import type { BrowserOptions } from './options.ts'
import { startTracker, type Tracker } from './start-tracker.ts'

/** What a page may have put there to collect calls until the script arrives; see `buildStub`. */
interface Stub extends Partial<Tracker> {
  q?: ((tracker: Tracker) => void)[]
}

declare const self: Record<string, Stub | undefined>

/** Starts a tracker under its global name, once: a script that is included twice changes nothing. */
export function install(options: BrowserOptions): void {
  const present = self[options.name]
  if (!present?.track || present.q) {
    const tracker = startTracker(options)
    self[options.name] = tracker
    present?.q?.map((replay) => replay(tracker))
  }
}
