import type { SendResult } from '@conversion-capi/core'
import { describeErrorCode } from '@conversion-capi/core/diagnostics'
import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'

import type { FailedLine } from './read-events.ts'

/** A result that is not `accepted`. */
export type Unaccepted = Exclude<SendResult, { kind: 'accepted' }>

/** Returns why an event will never be sent. */
export function describeFailure(
  { line, id }: { line: number; id: string },
  result: Unaccepted,
): FailedLine {
  const code = result.upstream === undefined ? 'event-invalid' : 'event-refused'
  return { line, id, code, reason: describeResult(result) }
}

/** Describes a result in sentences. It contains codes of the upstream, but not its messages, which could contain values. */
export function describeResult(result: Unaccepted): string {
  const { code, error_subcode: subcode } = errorOf(result)
  const sentences = [
    result.error.endsWith('.') ? result.error : `${result.error}.`,
    typeof subcode === 'number' ? `The subcode is ${subcode}.` : undefined,
    describeErrorCode(Number(code), Number(subcode)),
  ]
  return sentences.filter((each) => each !== undefined).join(' ')
}

/** Returns the error object of the response. */
export function errorOf({ upstream }: Unaccepted): JsonObject {
  const error = upstream?.['error']
  return isJsonObject(error) ? error : {}
}
