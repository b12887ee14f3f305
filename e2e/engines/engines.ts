import { CHROMIUM } from './chromium.ts'
import type { Engine } from './engine.ts'
import { FIREFOX } from './firefox.ts'
import { WEBKIT } from './webkit.ts'

export const ENGINES: Engine[] = [CHROMIUM, FIREFOX, WEBKIT]
