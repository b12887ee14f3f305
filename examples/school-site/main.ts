import type { Outcome } from '@conversion-capi/core'

import { startSchoolSite } from './start-school-site.ts'

try {
  const site = await startSchoolSite({ onOutcome: printOutcome })
  console.log(`
  Landing page      ${site.url}
  Emulator          ${site.emulatorUrl}
  Facts for agents  ${site.forLlmUrl}

  Submit a form on the landing page, then look at the emulator.
  Press Ctrl-C to stop.
`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function printOutcome(outcome: Outcome): void {
  const { kind, eventName = '', eventId = '', reason, error, attempts, durationMs } = outcome
  const detail = reason ?? error ?? `${attempts} attempt${attempts === 1 ? '' : 's'}`
  console.log(`  ${eventName.padEnd(20)} ${eventId}  ${kind}, ${detail}, ${durationMs} ms`)
}
