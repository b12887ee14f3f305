/** Sends the version and the problems to the open pages as server-sent events. */
export function createChanges(state: () => { version: string; problems: string[] }) {
  const pages = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encoder = new TextEncoder()

  return { subscribe, notify, close }

  function subscribe(): Response {
    let page: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        page = controller
        pages.add(page)
        page.enqueue(message())
      },
      cancel() {
        pages.delete(page)
      },
    })
    return new Response(body, {
      headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' },
    })
  }

  function notify(): void {
    for (const page of pages) page.enqueue(message())
  }

  function close(): void {
    for (const page of pages) page.close()
    pages.clear()
  }

  function message(): Uint8Array {
    return encoder.encode(`data: ${JSON.stringify(state())}\n\n`)
  }
}
