import { type BatchSender, type Config, createBatchSender } from '@conversion-capi/core'
import { createEmulator } from '@conversion-capi/emulator'

import { errorOf, type Unaccepted } from './describe-result.ts'
import type { FailedLine } from './read-events.ts'

/** The fields of the configuration that change events. */
export type EventConfig = Pick<Config, 'nationalPhone' | 'limitedDataUse'>

/** Creates a function that sends events to an emulator in this process, which declines what Meta declines. */
export function createJudge(
  { nationalPhone, limitedDataUse }: EventConfig,
  now: () => number,
): BatchSender {
  return createBatchSender({
    config: {
      pixelId: '1234567890',
      accessToken: 'emulator-access-token',
      retries: 0,
      ...(nationalPhone && { nationalPhone }),
      ...(limitedDataUse && { limitedDataUse }),
    },
    fetch: createEmulator({ now, maxEvents: 1 }).fetch,
    now,
  })
}

/** Returns why the emulator has declined an event. Its messages contain no values. */
export function describeJudgment(
  { line, id }: { line: number; id: string },
  result: Unaccepted,
): FailedLine {
  const { error_user_msg, message } = errorOf(result)
  const reason = String(error_user_msg ?? message ?? result.error).replace(/^data\[\d+\]: /, '')
  return { line, id, code: 'event-invalid', reason }
}
