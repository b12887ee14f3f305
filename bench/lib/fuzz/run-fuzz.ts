import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'

import fc from 'fast-check'

import { watchRejections } from '../watch-rejections.ts'
import { hostileHost } from './hostile-host.ts'
import { hostileRequest } from './hostile-request.ts'
import { hostileUpstream } from './hostile-upstream.ts'
import { must } from './must.ts'
import { type FuzzCase, tryCase } from './try-case.ts'
import { watchConsole } from './watch-console.ts'

export interface FuzzSettings {
  runs: number
  seed: number
  /** Of a failure: where it was found, as it was printed. */
  path?: string | undefined
  onRun?: (run: number) => void
}

/**
 * Runs so many cases.
 *
 * @returns Of the first that failed, made as small as it gets: what to print; `undefined` when none did.
 */
export async function runFuzz(settings: FuzzSettings): Promise<string | undefined> {
  const { runs, seed, path, onRun } = settings
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
    await tryCase(fuzzCase)
    // Node tells of unhandled rejections after the microtasks.
    await turn()
    checkSilence()
  })
  const details = await fc.check(property, { numRuns: runs, seed, ...(path && { path }) })
  // Longer than anything that a case may have left waiting.
  await pause(100)
  output.stop()
  rejections.stop()
  if (details.failed) return describe(details)
  checkSilence()

  function checkSilence(): void {
    const [rejection] = rejections.take()
    const printed = output.take()
    must(rejection === undefined, `No rejection is left unhandled: ${rejection}`)
    must(printed.length === 0, `The proxy prints nothing: ${printed[0]?.map(String).join(' ')}`)
  }
}

function describe(details: fc.RunDetails<[FuzzCase]>): string {
  const { numRuns, seed, counterexamplePath, counterexample, errorInstance } = details
  const [fuzzCase] = counterexample ?? []
  return `case ${numRuns}: ${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)}
${abbreviate(fc.stringify(fuzzCase))}
To see it again: pnpm fuzz --seed ${seed} --path ${counterexamplePath}`
}

/** Huge and deep values are one short piece, again and again. */
function abbreviate(text: string): string {
  return text.replaceAll(/(.{1,8}?)\1{20,}/g, (whole: string, piece: string) => {
    return `${piece}…${whole.length / piece.length} times…`
  })
}
