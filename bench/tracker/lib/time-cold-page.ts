import type { Browser } from 'playwright-core'

/** Milliseconds on the main thread of a page that has not run the script before. */
interface ColdTimes {
  /** From the insertion of the script until its evaluation has ended, with the first page view. */
  total: number
  /** The part of the total inside the browser's functions for cookies, storage and requests. */
  browser: number
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
 * Wraps functions of the browser, to measure the time inside them, and evaluates a script. Runs in the page, so it
 * contains everything that it calls.
 */
function evaluateScript(code: string): ColdTimes {
  let inBrowser = 0
  const wrapped: [target: object, names: string[]][] = [
    [Document.prototype, ['cookie']],
    [Storage.prototype, ['getItem', 'setItem', 'removeItem']],
    [Navigator.prototype, ['sendBeacon']],
    [XMLHttpRequest.prototype, ['open', 'send']],
    [self, ['fetch']],
  ]
  for (const [target, names] of wrapped) {
    for (const name of names) {
      const descriptor = Object.getOwnPropertyDescriptor(target, name)!
      for (const key of ['get', 'set', 'value'] as const) {
        const original = descriptor[key]
        if (!original) continue
        descriptor[key] = function (this: unknown, ...args: unknown[]) {
          const startedAt = performance.now()
          try {
            return Reflect.apply(original, this, args)
          } finally {
            inBrowser += performance.now() - startedAt
          }
        }
      }
      Object.defineProperty(target, name, descriptor)
    }
  }
  // The first call of a wrapper compiles it.
  void document.cookie
  inBrowser = 0

  let problem: string | undefined
  addEventListener('error', ({ message }) => (problem = message))
  const element = document.createElement('script')
  element.textContent = code
  const startedAt = performance.now()
  document.head.append(element)
  const total = performance.now() - startedAt
  if (problem) throw new Error(problem)
  return { total, browser: inBrowser }
}
