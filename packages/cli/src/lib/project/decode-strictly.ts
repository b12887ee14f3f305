/**
 * Decodes bytes, without replacement characters.
 *
 * @returns The text without a byte order mark, or `undefined` if the bytes are not valid or the encoding is unknown.
 */
export function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
