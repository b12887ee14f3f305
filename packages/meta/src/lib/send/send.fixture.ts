import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createEmulator } from '@conversion-capi/emulator'
import { createFolder } from '@conversion-capi/test-support/vitest'
import { expect } from 'vitest'

import type { Prompts } from '../terminal/prompts.ts'
import { runSend, type SendOptions } from './run-send.ts'

export const NOW: number = Date.parse('2026-11-22T12:00:00Z')
export const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'emulator-access-token' }

export async function writeInput(content: string | Uint8Array, name: string): Promise<string> {
  const file = join(await createFolder(), name)
  await writeFile(file, content)
  return file
}

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

/** Answers to the questions about columns that are guessed right. */
export const SEND_THESE: Record<string, string> = { 'Not sent': '' }
export const PURCHASES: Record<string, string> = {
  ...SEND_THESE,
  'Which event': 'Purchase',
  'Where did': 'system_generated',
}

/** Answers by a part of the question, each once. */
export function answer(answers: Record<string, string>): Prompts & { rest: Set<string> } {
  const rest = new Set(Object.keys(answers))
  const reply = (question: string): string => {
    const part = [...rest].find((each) => question.includes(each))
    if (part === undefined) throw new Error(`Unexpected question: ${question}`)
    rest.delete(part)
    return answers[part]!
  }
  return {
    rest,
    async choose(question, options) {
      const reply_ = reply(question)
      const option = options.find(({ value }) => value === reply_)
      return option?.value ?? expect.fail(`No option ${reply_}: ${question}`)
    },
    async chooseSome(question, _, initial) {
      expect(initial.join()).toBe(reply(question))
      return initial
    },
    async write(question, _, check) {
      const text = reply(question)
      expect(check(text)).toBeUndefined()
      return text
    },
  }
}
