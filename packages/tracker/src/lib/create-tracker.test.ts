import { fileURLToPath } from 'node:url'

import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'

import type { createTracker } from '../browser.ts'
import { buildTracker } from '../index.ts'
import { accept, openPage, type PageSetUp } from './open-page.fixture.ts'
import type { TrackerOptions } from './options.ts'

let bundle: string

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../browser.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    globalName: 'library',
    write: false,
  })
  bundle = outputFiles[0]!.text
})

/** Opens a page whose bundle contains the tracker as a module. */
function openBundled(options: TrackerOptions, setUp: PageSetUp = {}) {
  const { globals } = setUp
  const page = openPage({
    ...setUp,
    script: `${bundle};self.bundled = library.createTracker(options)`,
    globals: { URL, ...globals, options },
  })
  return { page, tracker: page.window['bundled'] as ReturnType<typeof createTracker> }
}

describe('createTracker', () => {
  it.each<TrackerOptions>([
    { name: 'polaris' },
    { name: 'polaris', endpoint: 'https://proxy.school.example/events' },
    { name: 'polaris', pageView: false },
    { name: 'polaris', consent: 'wait' },
    { name: 'polaris', globalPrivacyControl: 'ignore' },
    { name: 'polaris', queryParameters: ['utm_source'] },
    { name: 'polaris', trafficSource: true },
    { name: 'polaris', exclude: ['/physics'] },
    { name: 'polaris', exclude: ['/student'] },
    { name: 'polaris', nationalPhone: { countryCode: '7', trunkPrefix: '8' } },
    { name: 'polaris', debug: true },
    { name: 'polaris', singlePage: true },
    { name: 'polaris', declarative: true },
    { name: 'polaris', pixel: { id: '1234567890' } },
    { name: 'polaris', pixel: { id: '1234567890', src: '/pixel.js' } },
    { name: 'polaris', pixel: { id: '1234567890', advancedMatching: true } },
    {
      name: 'polaris',
      pixel: { id: '1', limitedDataUse: { country: 1, state: 1000 }, autoConfig: false },
    },
    { name: 'polaris', exclude: ['/student'], pixel: { id: '1', advancedMatching: true } },
  ])('sends and stores the same as the script of buildTracker with %j', async (options) => {
    const scripted = await record((setUp) => {
      const page = openPage({ ...setUp, script: buildTracker(options) })
      return { page, tracker: page.tracker }
    })
    const bundled = await record((setUp) => openBundled(options, setUp))
    expect(bundled).toEqual(scripted)
  })

  it('sets no global variable and returns a new tracker on each call', () => {
    const { page, tracker } = openBundled({ name: 'polaris' })
    expect(page.window['polaris']).toBe(undefined)
    page.run('self.another = library.createTracker(options)')
    expect(page.window['another']).not.toBe(tracker)
  })

  it('throws if an option is invalid', () => {
    expect(() => openBundled({ name: 'my-school' })).toThrow(
      'name must be a JavaScript identifier, e.g. "polaris".',
    )
  })

  it('checks event names, the data of a Purchase and personal data at compile time', () => {
    const { tracker } = openBundled({ name: 'polaris', pageView: false })
    const ids: string[] = [
      tracker.track('PageView'),
      tracker.track('Lead', null, { email: 'anna@school.example', phone: null }),
      tracker.track('Purchase', { value: 240, currency: 'EUR', content_name: 'Physics' }),
      // @ts-expect-error A Purchase needs custom data.
      tracker.track('Purchase'),
      // @ts-expect-error A Purchase needs a currency.
      tracker.track('Purchase', { value: 240 }),
      // @ts-expect-error The value of a Purchase is a number or a numeric string.
      tracker.track('Purchase', { value: '240 €', currency: 'EUR' }),
      // @ts-expect-error Unknown event name.
      tracker.track('Enrolled'),
      // @ts-expect-error Unknown key of personal data.
      tracker.track('Lead', {}, { mail: 'anna@school.example' }),
    ]
    tracker.consent('wait')
    // @ts-expect-error The decision is true, false or 'wait'.
    tracker.consent('yes')
    expect(new Set(ids).size).toBe(8)
  })
})

/** Returns everything that a visit sends and stores, with random values replaced. */
async function record(
  open: (setUp: PageSetUp) => {
    page: ReturnType<typeof openPage>
    tracker: Pick<ReturnType<typeof createTracker>, 'track' | 'consent'> | { track: Function }
  },
) {
  const logged: unknown[][] = []
  const elements: unknown[] = []
  const location = new URL('https://www.school.example/a?utm_source=b&x=1&fbclid=click')
  const history = {
    pushState: (_: unknown, __: string, url: string) =>
      (location.href = new URL(url, location).href),
    replaceState() {},
  }
  const { page, tracker } = open({
    globals: {
      location,
      history,
      setTimeout: queueMicrotask,
      fbq: undefined,
      console: { log: (...words: unknown[]) => logged.push(words) },
    },
    document: {
      createElement: () => ({}),
      head: { append: (element: unknown) => elements.push(element) },
    },
    navigator: { globalPrivacyControl: false },
    respond: ({ init }) =>
      init.body.includes('Lead') ? new Response('', { status: 503 }) : accept(),
  })
  const { track, consent } = tracker as ReturnType<typeof createTracker>
  track('Lead', { a: 1 }, { phone: '8 912 345 67 89', externalId: '1' })
  history.pushState({}, '', '/b')
  page.emit('pageshow', { persisted: true })
  consent(true)
  await page.settle()
  page.emit('online')
  await page.settle()
  const { posts, beacons, visitor, window } = page
  const ids = new Map<string, string>()
  return JSON.parse(
    JSON.stringify({ posts, beacons, visitor, elements, logged, hits: window['fbq']?.queue })
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
        ids.set(id, ids.get(id) ?? `id ${ids.size}`)
        return ids.get(id)!
      })
      .replace(/(fb\.1\.\d{13}\.)\d+/g, '$1random'),
  ) as unknown
}
