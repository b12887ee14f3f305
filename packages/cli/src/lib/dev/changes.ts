/** Tells open pages to reload, with server-sent events. */
export interface Changes {
  /** Returns the response for one page: the current version, and each later one. */
  subscribe: () => Response
  notify: () => void
  close: () => void
}

/**
 * Creates the list of open pages.
 *
 * @param version Returns the version of the site, which pages compare with their own.
 */
export function createChanges(version: () => number): Changes {
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
    return encoder.encode(`data: ${version()}\n\n`)
  }
}
