import { install } from './install.ts'
import type { BrowserOptions } from './options.ts'

// Written into the finished script by buildTracker.
declare const __OPTIONS__: BrowserOptions

install(__OPTIONS__)
