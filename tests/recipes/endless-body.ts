/** Returns a body that never ends, and how many bytes of it were read. */
export function createEndlessBody(start: string): {
  stream: ReadableStream
  sentBytes: () => number
} {
  const chunk = new TextEncoder().encode(start.padEnd(65_536, 'x'))
  let bytes = 0
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk)
      bytes += chunk.length
      // Otherwise, the test would use all memory if nothing limits the body.
      if (bytes > 20_000_000) controller.close()
    },
  })
  return { stream, sentBytes: () => bytes }
}
