import type { Browser } from 'playwright-core'

/** Milliseconds on the main thread of a page that has not run the script before. */
export interface ColdTimes {
  /** From the insertion of the script until its evaluation has ended, with the first page view. */
  total: number
  /** The part of the total inside `document.cookie`. */
  cookies: number
  /** The part of the total inside the methods of `localStorage` and `sessionStorage`. */
  storage: number
  /** The part of the total inside `fetch`, `XMLHttpRequest` and `sendBeacon`. */
  sending: number
}

/**
 * Evaluates a script in a new page of a new browser context, which has no cookies, storage or compiled code.
 *
 * @param url An empty page. It must be cross-origin isolated, for a clock of 5 µs.
 * @throws {Error} If the script throws.
 */
export async function timeColdPage(
  browser: Browser,
  url: string,
  script: string,
): Promise<ColdTimes> {
  const page = await browser.newPage()
  try {
    await page.goto(url)
    return await page.evaluate(evaluateScript, script)
  } finally {
    await page.close()
  }
}

/**
 * Wraps the functions of the browser, to measure the time inside them, and evaluates a script. Runs in the page, so it
 * contains everything that it calls.
 */
function evaluateScript(code: string): ColdTimes {
  const times: ColdTimes = { total: 0, cookies: 0, storage: 0, sending: 0 }
  // The wrapper itself is not part of the first measurement.
  timed('cookies', () => 0)
  times.cookies = 0

  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!
  Object.defineProperty(document, 'cookie', {
    get: () => timed('cookies', () => cookie.get!.call(document) as unknown),
    set(value) {
      timed('cookies', () => cookie.set!.call(document, value))
    },
  })
  for (const name of ['getItem', 'setItem', 'removeItem']) {
    wrapMethod(Storage.prototype, name, 'storage')
  }
  wrapMethod(self, 'fetch', 'sending')
  wrapMethod(navigator, 'sendBeacon', 'sending')
  wrapMethod(XMLHttpRequest.prototype, 'open', 'sending')
  wrapMethod(XMLHttpRequest.prototype, 'send', 'sending')

  let problem: string | undefined
  addEventListener('error', ({ message }) => (problem = message))
  const element = document.createElement('script')
  element.textContent = code
  const startedAt = performance.now()
  document.head.append(element)
  times.total = performance.now() - startedAt
  if (problem) throw new Error(problem)
  return { ...times }

  function timed<Result>(kind: keyof ColdTimes, call: () => Result): Result {
    const startedAt = performance.now()
    try {
      return call()
    } finally {
      times[kind] += performance.now() - startedAt
    }
  }

  function wrapMethod(target: object, name: string, kind: keyof ColdTimes): void {
    const method = Reflect.get(target, name) as (...args: unknown[]) => unknown
    Object.defineProperty(target, name, {
      configurable: true,
      value(this: unknown, ...args: unknown[]) {
        return timed(kind, () => method.apply(this, args))
      },
    })
  }
}
