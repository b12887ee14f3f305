import type { Browser } from 'playwright-core'

import { CLIENT_LIBRARY, startAnyHost } from '../../tests/peers/client-library-page.ts'
import { format, formatSpread, interleave, type Part, ratios, table, target } from '../lib/part.ts'
import { bundle, measure } from '../lib/bundle.ts'
import { OUR_BUILDS } from './lib/our-builds.ts'

const PLAUSIBLE = '@plausible-analytics/tracker'

export const tracker: Part = {
  title: 'Tracker on the main thread',
  summary:
    'milliseconds of the tracker on the main thread, compared with the scripts of other projects',
  peers: [PLAUSIBLE, 'web-vitals', 'meta-capi-param-builder-clientjs'],
  full: { rounds: 25 },
  quick: { rounds: 5 },
  async run({ rounds }) {
    const [{ name: ours, code }] = OUR_BUILDS
    const scripts: Record<string, string> = { [ours]: code, ...(await readPeerScripts()) }
    // The clock of a cross-origin isolated page has a resolution of 5 µs.
    const { browser, port, close } = await startAnyHost({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    })
    // A domain with two labels, as most sites have: the tracker sets cookies on the highest domain that accepts them.
    const url = `http://school.localhost:${port}/`
    const names = Object.keys(scripts)
    const results = await interleave(names, rounds, (name) =>
      timeColdPage(browser, url, scripts[name]!),
    ).finally(close)
    const own = (name: string) => results[name]!.map((times) => times.total - times.browser)
    const column = (numbers: (name: string) => number[]) => (name: string) =>
      formatSpread(numbers(name), 2)
    const ratio = ratios(own(ours), own(PLAUSIBLE))
    return {
      effort: `${rounds} rounds in Chromium ${browser.version()}`,
      blocks: [
        'Milliseconds on the main thread in a page that loads the script first, with the first page view. The rest of the total is inside cookies, storage and sending:',
        table(names, {
          Script: (name) => name,
          'own code': column(own),
          '× ours': column((name) => ratios(own(name), own(ours))),
          total: column((name) => results[name]!.map(({ total }) => total)),
        }),
      ],
      targets: [target('The tracker’s code, compared with Plausible’s', ratio, 'at most', 1)],
    }
  },
}

export const bytes: Part = {
  title: 'Bytes of the tracker',
  summary: 'bytes of the tracker, compared with the scripts of other projects',
  peers: ['esbuild'],
  full: {},
  quick: {},
  async run() {
    const ours = OUR_BUILDS.map(({ name, code }) => [name, code] as const)
    const scripts = [...ours, ...Object.entries(await readPeerScripts())]
      .map(([name, code]) => ({ name, ...measure(code) }))
      .toSorted((a, b) => a.brotli - b.brotli)
    return {
      effort: 'gzip -9 and brotli 11',
      blocks: [
        table(scripts, {
          Script: ({ name }) => name,
          minified: ({ minified }) => format(minified),
          gzip: ({ gzip }) => format(gzip),
          brotli: ({ brotli }) => format(brotli),
        }),
      ],
      targets: [],
    }
  },
}

const MODULES = {
  [PLAUSIBLE]: `import { init } from '@plausible-analytics/tracker'
init({ domain: 'school.example', endpoint: '/api/event', captureOnLocalhost: true })`,
  'web-vitals, which sends nothing': `import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(() => {})`,
}

/**
 * Returns other projects' scripts by name. A script sends a page view, or does its first work, when it is evaluated.
 */
async function readPeerScripts(): Promise<Record<string, string>> {
  const scripts: Record<string, string> = {
    'meta-capi-param-builder-clientjs, which sends nothing': `${CLIENT_LIBRARY}\nclientParamBuilder.processAndCollectAllParams()`,
  }
  for (const [name, module] of Object.entries(MODULES)) {
    scripts[name] = await bundle(module, import.meta.dirname, {
      format: 'iife',
      target: 'es2020',
      legalComments: 'none',
    })
  }
  return scripts
}

/**
 * Evaluates a script in a new page of a new browser context, which has no cookies, storage or compiled code.
 *
 * @param url An empty page. It must be cross-origin isolated, for a clock of 5 µs.
 * @throws {Error} If the script throws.
 */
async function timeColdPage(browser: Browser, url: string, script: string) {
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
 *
 * @returns The milliseconds from the insertion of the script until its evaluation has ended, with the first page view,
 *   and the part of them inside the browser's functions for cookies, storage and requests.
 */
function evaluateScript(code: string) {
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
