/**
 * Finds, installs and launches Chromium. A separate entry because it loads Playwright.
 *
 * @module
 */

export {
  CHROMIUM_FLAGS,
  findChromium,
  findHeadlessShell,
  launchChromium,
} from './lib/launch-chromium.ts'
