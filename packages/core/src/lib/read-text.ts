/**
 * Reads a body as UTF-8 text, but never more of it than allowed.
 *
 * The rest of a body that is too long is left unread, not cancelled: on Node, cancelling a request's
 * body closes the connection before the client can read the refusal.
 *
 * @param body A request's or response's body; `null` reads as the empty text.
 * @param maxBytes The most that is read.
 * @returns The text, and whether it is `whole` or was cut. Rejects when the body breaks off.
 */
export async function readText(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<{ text: string; whole: boolean }> {
  if (!body) return { text: '', whole: true }

  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), whole: true }
    text += decoder.decode(value.subarray(0, maxBytes - bytes), { stream: true })
    bytes += value.byteLength
    if (bytes > maxBytes) return { text, whole: false }
  }
}
