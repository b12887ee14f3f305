import type { TestProject } from 'vitest/node'

import { findChromium } from './find-chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: string
  }
}

/** Once for all files, so that an installation does not run twice. */
export default function setUp(project: TestProject): void {
  project.provide('chromium', findChromium())
}
