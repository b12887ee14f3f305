/** How a body arrives: at once, or in a way that a hostile peer might choose. */
export type BodyArrival =
  | 'whole'
  | 'in pieces'
  | 'breaks off'
  | 'stalls'
  | 'never ends'
  | 'as string chunks'
  | 'empty chunks'

/** Creates a request or response body that arrives in the given way. */
export function createBody(bytes: Uint8Array, arrival: BodyArrival): BodyInit {
  if (arrival === 'whole') return bytes as Uint8Array<ArrayBuffer>
  const chunks = split(bytes)
  let emptyChunks = 0
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk) return controller.enqueue(arrival === 'as string chunks' ? String(chunk) : chunk)
      if (arrival === 'empty chunks') {
        // Always ready, so no timer fires while the body is read.
        return ++emptyChunks > 100_000 ? controller.close() : controller.enqueue(new Uint8Array())
      }
      if (arrival === 'breaks off') return controller.error(new TypeError('terminated'))
      if (arrival === 'never ends') return controller.enqueue(new Uint8Array(40_000).fill(0x20))
      // 'stalls': pull is not called again after it neither enqueued nor closed.
      if (arrival !== 'stalls') controller.close()
    },
  })
}

/** Small chunks first, to split characters and names in the middle. The last chunk is the rest. */
function split(bytes: Uint8Array): Uint8Array[] {
  const cuts = [0, 1, 3, 10, 20].filter((cut) => cut < bytes.length)
  return cuts.map((cut, index) => bytes.subarray(cut, cuts[index + 1] ?? bytes.length))
}
