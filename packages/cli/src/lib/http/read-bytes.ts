/**
 * Reads the body of a response, up to a limit. The rest of a longer body is not downloaded.
 *
 * @param response The response.
 * @param maxBytes The limit.
 * @returns The first `maxBytes` bytes, and whether the body is longer.
 * @throws The error of the connection.
 */
export async function readBytes(
  response: Response,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; isTruncated: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.byteLength
    if (length > maxBytes) {
      await reader.cancel()
      break
    }
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated: length > maxBytes }
}
