import type { BrowserContext } from 'playwright-core'

/** A request, as a page sent it. */
export interface LateRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string
}

/** Of the storage of the page. */
export const LATE_KEY = 'conversion-capi-visit'

/**
 * Keeps the requests that a page sends while it is left. Playwright intercepts none of them, and events of `pagehide`
 * reach neither a binding nor the console.
 */
export function recordLateRequests(context: BrowserContext): Promise<unknown> {
  return context.addInitScript((key) => {
    let isLeaving = false
    addEventListener('pagehide', () => (isLeaving = true), true)
    addEventListener('pageshow', () => (isLeaving = false), true)
    const keep = (url: unknown, method: string, body: unknown, headers?: HeadersInit): void => {
      const request = {
        url: new URL(String(url), location.href).href,
        method,
        // Frameworks check the origin of a POST without JSON.
        headers: Object.fromEntries(new Headers(headers)),
        body: String(body ?? ''),
      }
      try {
        localStorage[key] = JSON.stringify([...JSON.parse(localStorage[key] ?? '[]'), request])
      } catch {}
    }
    const { fetch } = self
    self.fetch = function (input, init) {
      if (!isLeaving) return Reflect.apply(fetch, this ?? self, [input, init])
      const url = input instanceof Request ? input.url : input
      keep(url, init?.method ?? 'GET', init?.body, init?.headers)
      return new Promise(() => {})
    }
    const { sendBeacon } = Navigator.prototype
    Navigator.prototype.sendBeacon = function (url, data) {
      if (!isLeaving) return Reflect.apply(sendBeacon, this, [url, data])
      keep(url, 'POST', typeof data === 'string' ? data : '')
      return true
    }
    const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')!
    Object.defineProperty(HTMLImageElement.prototype, 'src', {
      ...source,
      set(value: string) {
        if (isLeaving) keep(value, 'GET', '')
        else source.set!.call(this, value)
      },
    })
  }, LATE_KEY)
}

/** Returns the requests that were kept. Pages must have been left. */
export async function collectLateRequests(context: BrowserContext): Promise<LateRequest[]> {
  const { origins } = await context.storageState()
  return origins.flatMap(({ localStorage }) =>
    localStorage.flatMap(({ name, value }) =>
      name === LATE_KEY ? (JSON.parse(value) as LateRequest[]) : [],
    ),
  )
}
