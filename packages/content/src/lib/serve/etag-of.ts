/** A strong validator of a file's bytes and their type, so that two variants of one address never share it. */
export async function etagOf(contentType: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = await new Blob([contentType, '\n', body]).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const text = btoa(String.fromCharCode(...digest.subarray(0, 18)))
  return `"${text.replaceAll('+', '-').replaceAll('/', '_')}"`
}
