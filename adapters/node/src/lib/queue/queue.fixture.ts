import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ServerEvent } from '@conversion-capi/core'
import { onTestFinished } from 'vitest'

import { openInSteps, type QueueFile } from './queue-file.ts'

export const SCHOOL = { pixelId: '77', school: undefined }

/** Returns the path of a file in a new folder, which is removed after the test. */
export function queuePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conversion-capi-queue-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'queue/events.sqlite')
}

/** Opens a file without a pause. */
export function openQueueFile(path: string, maxBytes?: number): QueueFile {
  const steps = openInSteps(path, maxBytes)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

export function keptEvent(event_id: string, nowMs: number = Date.now()): ServerEvent {
  return {
    event_name: 'Lead',
    event_id,
    event_time: Math.floor(nowMs / 1000),
    action_source: 'website',
    user_data: { em: 'a'.repeat(64), client_ip_address: '203.0.113.7' },
  }
}
