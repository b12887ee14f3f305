/** The same answer, whose body ends in an error half-way, as when a connection is reset. */
export async function breakOff(response: Response): Promise<Response> {
  const whole = new Uint8Array(await response.arrayBuffer())
  let chunk: Uint8Array<ArrayBuffer> | undefined = whole.slice(0, Math.ceil(whole.length / 2))

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (chunk) controller.enqueue(chunk)
      else controller.error(new TypeError('terminated'))
      chunk = undefined
    },
  })
  return new Response(body, response)
}
