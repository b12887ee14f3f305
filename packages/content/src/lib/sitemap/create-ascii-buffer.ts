/** A long text in the making, in bytes. */
export interface AsciiBuffer {
  /** Grows as needed. */
  write(text: string, at: number): void
  read(from: number, to: number): string
}

/**
 * Text that is made of very many pieces.
 *
 * Strings that are joined with `+` stay trees of their pieces until they are used, and a process that joins a
 * large sitemap in that way needs twice the memory.
 */
export function createAsciiBuffer(): AsciiBuffer {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  let bytes = new Uint8Array(1 << 16)

  return { write, read }

  function write(text: string, at: number): void {
    const needed = at + text.length
    if (needed > bytes.length) grow(needed)
    encoder.encodeInto(text, bytes.subarray(at))
  }

  function read(from: number, to: number): string {
    return decoder.decode(bytes.subarray(from, to))
  }

  function grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, 2 * bytes.length))
    larger.set(bytes)
    bytes = larger
  }
}
