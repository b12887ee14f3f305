import type { Browser, LaunchOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

import { launchChromium } from '@conversion-capi/testing/chromium'
import { openSchool, type School, type SchoolSetUp } from './open-school.ts'
import { type Schools, type Site, startSchools } from './start-schools.ts'

export interface UsedSchools {
  /** As `openSchool`. */
  open: (setUp?: SchoolSetUp) => Promise<School>
  /** Adds a host of its own. */
  add: (host: string) => Site
}

/** Has Chromium and a server of schools for the tests of the surrounding `describe`. */
export function useSchools(launchOptions?: LaunchOptions): UsedSchools {
  let browser: Browser
  let schools: Schools

  beforeAll(async () => {
    schools = await startSchools()
    browser = await launchChromium(launchOptions)
  })

  afterAll(async () => {
    await browser?.close()
    await schools?.close()
  })

  return {
    open: (setUp) => openSchool(browser, schools, setUp),
    add: (host) => schools.add(host),
  }
}
