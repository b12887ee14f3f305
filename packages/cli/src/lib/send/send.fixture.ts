import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createEmulator } from '@conversion-capi/emulator'
import { onTestFinished } from 'vitest'

import { runSend, type SendOptions } from './run-send.ts'

export const NOW: number = Date.parse('2026-11-22T12:00:00Z')
export const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'emulator-access-token' }

/** Creates a folder that is removed after the test. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-send-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Writes a file into a new folder. */
export async function writeInput(content: string | Uint8Array, name: string): Promise<string> {
  const file = join(await createFolder(), name)
  await writeFile(file, content)
  return file
}

/** Sends the events of a file to an emulator. */
export function send(options: Pick<SendOptions, 'file'> & Partial<SendOptions>) {
  const { now = () => NOW } = options
  return runSend({
    env: ENV,
    maxWaitMs: 30 * 60_000,
    onNotice() {},
    onProgress() {},
    signal: new AbortController().signal,
    fetch: createEmulator({ now }).fetch,
    now,
    sleep: async () => {},
    ...options,
  })
}
