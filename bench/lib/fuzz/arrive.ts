/** How a body comes: at once, or in a way that a peer chose to hurt. */
export type Arrival =
  | 'whole'
  | 'in pieces'
  | 'breaks off'
  | 'stalls'
  | 'never ends'
  | 'as text chunks'

/** A body that arrives in that way. */
export function arrive(body: Uint8Array, arrival: Arrival): BodyInit {
  if (arrival === 'whole') return body as Uint8Array<ArrayBuffer>
  const chunks = pieces(body)
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk) return controller.enqueue(arrival === 'as text chunks' ? String(chunk) : chunk)
      if (arrival === 'breaks off') return controller.error(new TypeError('terminated'))
      if (arrival === 'never ends') return controller.enqueue(new Uint8Array(40_000).fill(0x20))
      // A stream that neither enqueues nor closes is not asked again.
      if (arrival !== 'stalls') controller.close()
    },
  })
}

/** Small ones first, which part characters and names in the middle; the rest in one. */
function pieces(body: Uint8Array): Uint8Array[] {
  const cuts = [0, 1, 3, 10, 20].filter((cut) => cut < body.length)
  return cuts.map((cut, index) => body.subarray(cut, cuts[index + 1] ?? body.length))
}
