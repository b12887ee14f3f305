import assert from 'node:assert/strict'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

import fc from 'fast-check'

import { watchRejections } from '../watch-rejections.ts'
import { checkSender } from './check-sender.ts'
import { HOSTILE_CLASSES } from './hostile-classes.ts'
import { hostileHost } from './hostile-host.ts'
import { hostileRequest } from './hostile-request.ts'
import { hostileUpstream } from './hostile-upstream.ts'
import { startHttpUpstream } from './http-upstream.ts'
import { type FuzzCase, runCase } from './run-case.ts'

export interface FuzzSettings {
  runs: number
  seed: number
  /** The path of a failure, as printed, to run that case only. */
  path?: string | undefined
  /** Called before each case with its number, starting at 1. */
  onRun?: (run: number) => void
}

export interface FuzzReport {
  /** A description of the smallest failing case, or `undefined` if no case failed. */
  failure: string | undefined
  classes: Record<string, number>
}

/** Runs generated cases until one fails. */
export async function runFuzz(settings: FuzzSettings): Promise<FuzzReport> {
  const { runs, seed, path, onRun } = settings
  const http = await startHttpUpstream()
  const classes = Object.fromEntries(Object.keys(HOSTILE_CLASSES).map((name) => [name, 0]))
  const rejections = watchRejections()
  const output = watchConsole()
  const fuzzCase = fc.record({
    request: hostileRequest,
    host: hostileHost,
    upstreams: fc.array(hostileUpstream, { minLength: 1, maxLength: 3 }),
  })
  let run = 0

  const property = fc.asyncProperty(fuzzCase, async (fuzzCase) => {
    onRun?.(++run)
    for (const [name, includes] of Object.entries(HOSTILE_CLASSES)) {
      if (includes(fuzzCase)) classes[name]!++
    }
    const kept = await runCase(fuzzCase, http)
    const { config, sends } = fuzzCase.host
    if (sends && config !== 'unusable') await checkSender(fuzzCase, kept, http)
    // Node reports unhandled rejections after the microtasks.
    await nextTurn()
    checkSideEffects()
  })
  const details = await fc.check(property, { numRuns: runs, seed, ...(path && { path }) })
  // Longer than any timer that a case may have left.
  await pause(100)
  output.stop()
  rejections.stop()
  await http.stop()
  if (details.failed) return { failure: describe(details), classes }
  checkSideEffects()
  return { failure: undefined, classes }

  function checkSideEffects(): void {
    const [rejection] = rejections.take()
    const printed = output.take()
    assert(rejection === undefined, `Every rejection must be handled, got ${rejection}.`)
    assert(
      printed.length === 0,
      `The proxy must not print anything, got ${printed[0]?.map(String).join(' ')}.`,
    )
  }
}

const CONSOLE_METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const

/** Records console calls instead of printing them, until stopped. */
function watchConsole(): {
  take: () => unknown[][]
  stop: () => void
} {
  const calls: unknown[][] = []
  const originals = CONSOLE_METHODS.map((method) => [method, console[method]] as const)
  for (const method of CONSOLE_METHODS) console[method] = (...values) => void calls.push(values)
  return { take: () => calls.splice(0), stop }

  function stop(): void {
    for (const [method, original] of originals) console[method] = original
  }
}

function describe(details: fc.RunDetails<[FuzzCase]>): string {
  const { numRuns, seed, counterexamplePath, counterexample, errorInstance } = details
  const [fuzzCase] = counterexample ?? []
  return `case ${numRuns}: ${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)}
${abbreviate(fc.stringify(fuzzCase))}
To reproduce: pnpm fuzz --seed ${seed} --path ${counterexamplePath}`
}

/** Shortens long repetitions: huge and deep values repeat one short piece. */
function abbreviate(text: string): string {
  return text.replaceAll(/(.{1,8}?)\1{20,}/g, (whole: string, piece: string) => {
    return `${piece}…${whole.length / piece.length} times…`
  })
}
