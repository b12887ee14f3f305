import type { RejectionReason } from '../../protocol.ts'
import type { Result } from '../common/result.ts'
import { withTimeout } from '../common/with-timeout.ts'
import type { Settings } from '../config/settings.ts'

/**
 * Reads the body of a request as JSON within a size limit and a time limit (decision 12). The rest of a body that is too
 * large is not read. A lost connection and a body that does not arrive in time are "Invalid JSON" too.
 */
export async function readBody(
  request: Request,
  { maxBodyBytes, bodyTimeoutMs }: Pick<Settings, 'maxBodyBytes' | 'bodyTimeoutMs'>,
): Promise<Result<unknown, RejectionReason>> {
  const contentLength = Number(request.headers.get('Content-Length'))
  if (contentLength > maxBodyBytes) return TOO_LARGE

  // In HTTP, a body ends after its Content-Length, and no stream has to be created to read it.
  const read = async (): Promise<{ text: string; truncated?: boolean }> =>
    contentLength > 0 ? { text: await request.text() } : readText(request.body, maxBodyBytes)
  try {
    const { text, truncated } = await withTimeout(bodyTimeoutMs, read)
    return truncated ? TOO_LARGE : { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, error: 'Invalid JSON' }
  }
}

const TOO_LARGE: Result<unknown, RejectionReason> = { ok: false, error: 'Payload too large' }

/**
 * Reads a body as UTF-8 text, up to `maxBytes` and up to {@link MAX_EMPTY_CHUNKS} empty chunks.
 *
 * A body that is always ready leaves no time for timers, so an endless body must end here without a time limit.
 * The rest of a longer body is left unread and not canceled: on Node.js, canceling a request's body closes the
 * connection before the client can read the response.
 *
 * @throws The error of the stream.
 */
export async function readText(
  body: ReadableStream<Uint8Array> | string | null,
  maxBytes: number,
): Promise<{ text: string; truncated?: boolean }> {
  if (!body || typeof body === 'string') return { text: body || '' }

  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  let emptyChunks = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode() }
    text += decoder.decode(value.subarray(0, maxBytes - bytes), { stream: true })
    bytes += value.byteLength
    if (value.byteLength === 0) emptyChunks++
    if (bytes > maxBytes || emptyChunks > MAX_EMPTY_CHUNKS) {
      reader.releaseLock()
      return { text, truncated: true }
    }
  }
}

const MAX_EMPTY_CHUNKS = 1000
