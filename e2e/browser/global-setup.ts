import { findChromium } from '@conversion-capi/testing/chromium'

/** Installs Chromium once, before the workers start. */
export default function setUp(): void {
  findChromium()
}
