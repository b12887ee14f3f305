import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

import { getPort, run } from '@conversion-capi/test-support'

import { findException, listImports, PATHS, SERVICES } from './exceptions.ts'
import type { Sample } from './read-samples.ts'

const PROCESS = fileURLToPath(new URL('sample-process.ts', import.meta.url))

/** Returns whether a sample runs without a service. */
export function canRun(sample: Sample): boolean {
  const { language } = sample
  const isModule = language === 'ts' || language === 'mjs'
  return isModule && !listImports(sample).some((name) => Object.hasOwn(SERVICES, name))
}

/** What the proxy of a sample responded to an event. */
interface SampleResult {
  status?: number
  body?: unknown
}

/**
 * Runs a sample in a separate process, with an emulator instead of Meta. If it creates a proxy, the proxy receives an
 * event.
 *
 * @param sample The sample.
 * @param file Path of its file.
 * @throws {Error} If the sample throws.
 */
export async function runSample(sample: Sample, file: string): Promise<SampleResult> {
  const path = findException(PATHS, sample)?.path ?? '/functions/v1/conversion-capi'
  const args = ['--no-warnings', PROCESS, file, path, String(await getPort())]
  const output = await run(process.execPath, args, dirname(file))
  return JSON.parse(output.trim().split('\n').at(-1)!)
}

/** Returns the result that a sample must have: a proxy delivers the event. */
export function expectedResult({ code }: Sample): SampleResult {
  const createsHandler = /\bcreateHandler\(/.test(code) && /^export /m.test(code)
  const usesAdapter =
    /\b(createFunction|createWorker)\(/.test(code) || code.includes("'@conversion-capi/node'")
  return createsHandler || usesAdapter ? { status: 200, body: { ok: true } } : {}
}
