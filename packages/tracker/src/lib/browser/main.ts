import type { BrowserOptions } from './options.ts'
import { track } from './track.ts'

// Written into the finished script by buildTracker.
declare const __OPTIONS__: BrowserOptions

const { name, endpoint } = __OPTIONS__
const globals = window as unknown as Record<string, unknown>

// A script that is included twice is installed once.
globals[name] ||= { track: track.bind(null, endpoint) }
