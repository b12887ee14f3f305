import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

import { getPort, run } from '@conversion-capi/testing'
import { expect } from 'vitest'

import { findException, listImports, NOT_RUN, PATHS, SERVICES } from './exceptions.ts'
import type { Sample } from './read-samples.ts'

const PROCESS = fileURLToPath(new URL('sample-process.ts', import.meta.url))

/** Returns whether a sample runs without a service. */
export function canRun(sample: Sample): boolean {
  const { language } = sample
  const isModule = language === 'ts' || language === 'mjs'
  return (
    isModule &&
    !findException(NOT_RUN, sample) &&
    !listImports(sample).some((name) => Object.hasOwn(SERVICES, name))
  )
}

/**
 * Runs a sample in a process of its own. If it creates a proxy, the proxy receives an event and must deliver it to an
 * emulator.
 *
 * @param sample The sample.
 * @param file Path of its file.
 */
export async function expectToRun(sample: Sample, file: string): Promise<void> {
  const path = findException(PATHS, sample)?.path ?? '/functions/v1/conversion-capi'
  const args = ['--no-warnings', PROCESS, file, path, String(await getPort())]
  const output = await run(process.execPath, args, dirname(file))
  const result = JSON.parse(output.trim().split('\n').at(-1)!)
  if (isProxy(sample)) expect(result).toMatchObject({ status: 200, body: { ok: true } })
}

/** Returns whether a sample exports a proxy or serves one. */
function isProxy({ code }: Sample): boolean {
  if (/\bcreateHandler\(/.test(code)) return /^export /m.test(code)
  return /\b(createFunction|createWorker)\(/.test(code) || code.includes("'@conversion-capi/node'")
}
