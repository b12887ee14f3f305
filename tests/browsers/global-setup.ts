import { findChromium, findHeadlessShell } from '@conversion-capi/test-support/chromium'

/** Installs Chromium once, before the workers start. */
export default function setUp(): void {
  findChromium()
  findHeadlessShell()
}
