import { openSync, readFileSync, writeSync } from 'node:fs'

import type { Outcome } from '@conversion-capi/core'

/**
 * Creates an `onOutcome` that appends outcomes to a file before it returns, so that none is lost if the process is
 * killed.
 */
export function writeOutcome(path: string): (outcome: Outcome) => void {
  const file = openSync(path, 'a')
  return (outcome) => {
    writeSync(file, `${JSON.stringify(outcome)}\n`)
  }
}

export function readOutcomes(path: string): Outcome[] {
  const lines = readFileSync(path, { encoding: 'utf8', flag: 'a+' }).split('\n')
  return lines.filter(Boolean).map((line) => JSON.parse(line))
}
