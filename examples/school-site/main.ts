import type { Outcome } from '@conversion-capi/core'

import { startSchoolSite } from './start-school-site.ts'

try {
  const site = await startSchoolSite({ onOutcome: print })
  console.log(`
  The school's page    ${site.url}
  What Meta would see  ${site.emulatorUrl}
  What machines read   ${site.forLlmUrl}

  Click something on the page: the event goes page -> script -> proxy -> emulator.
  Ctrl-C stops.
`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function print(outcome: Outcome): void {
  const { kind, eventName = '', eventId = '', reason, error, attempts, durationMs } = outcome
  const detail = reason ?? error ?? `${attempts} attempt${attempts === 1 ? '' : 's'}`
  console.log(`  ${eventName.padEnd(20)} ${eventId}  ${kind}, ${detail}, ${durationMs} ms`)
}
