import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { transform } from 'esbuild'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { generateSource } from '../../scripts/generate-source.ts'
import { buildTracker } from '../index.ts'
import { openPage } from './open-page.fixture.ts'
import type { TrackerOptions } from './options.ts'
import { READY_DEBUG_SCRIPT } from './script.generated.ts'

const EVERYTHING: TrackerOptions = {
  name: 'polaris',
  consent: 'wait',
  queryParameters: ['utm_source'],
  trafficSource: true,
  sourceField: true,
  program: true,
  inAppClickId: true,
  exclude: ['/student'],
  nationalPhone: { countryCode: '7', trunkPrefix: '8' },
  debug: true,
  singlePage: true,
  declarative: true,
  pixel: {
    id: '1234567890',
    advancedMatching: true,
    limitedDataUse: { country: 1, state: 1000 },
    autoConfig: false,
  },
}

describe('buildTracker', () => {
  it('installs the tracker as a global variable with its name', () => {
    const { window } = openPage({ script: buildTracker({ name: '$polaris_1' }) })
    expect(Object.keys(window['$polaris_1'])).toEqual(['push', 'track', 'consent'])
  })

  it('installs one tracker if the page includes the script twice', () => {
    const page = openPage({ script: buildTracker({ name: 'polaris' }) })
    const { tracker } = page
    page.run(buildTracker({ name: 'polaris' }))
    expect(page.tracker).toBe(tracker)
    expect(page.sent()).toHaveLength(1)
  })

  it.each<[string, object]>([
    ['with a field named track', { track: {} }],
    ['with fields named track and q', { track: {}, q: {} }],
    ['with a field named q', { q: {} }],
  ])('replaces a form %s whose id is the name of the tracker', (_, polaris) => {
    const page = openPage({ globals: { polaris } })
    expect(page.tracker.track('Lead')).toMatch(/^[\da-f-]{36}$/)
    expect(page.sent()).toHaveLength(1)
  })

  it.each([
    'addEventListener',
    'prerendering',
    'cookie',
    'referrer',
    'head',
    'fbq',
    'localStorage',
  ])('sends events in a page with an element named %s', async (name) => {
    const element = { tagName: 'IMG' }
    const page = openPage({
      script: buildTracker({ name: 'polaris' }),
      globals: ['prerendering', 'cookie', 'referrer', 'head'].includes(name)
        ? {}
        : { [name]: element },
      document: { [name]: element, addEventListener: element },
    })
    page.tracker.track('Lead')
    page.tracker.consent(false)
    page.tracker.consent(true)
    await page.settle()
    expect(page.sent().map(({ event_name }) => event_name)).toEqual(['PageView', 'Lead'])
  })

  it('adds only one global variable', () => {
    const { window } = openPage()
    const before = new Set(Object.keys(openPage({ script: '' }).window))
    expect(Object.keys(window).filter((key) => !before.has(key))).toEqual(['polaris'])
  })

  it.each([
    [undefined, CONVERSION_PATH],
    ['/events', '/events'],
    ['https://proxy.school.example/events', 'https://proxy.school.example/events'],
  ])('posts to the endpoint %s as %s', (endpoint, url) => {
    const { posts } = openPage({
      script: buildTracker({ name: 'polaris', ...(endpoint && { endpoint }) }),
    })
    expect(posts[0]!.url).toBe(url)
  })

  it('escapes options, so that an inlined script cannot close its element or open a comment', () => {
    const hostile = '/a</script><script><!--$&'
    const script = buildTracker({
      ...EVERYTHING,
      endpoint: hostile,
      queryParameters: ['</script>', '<!--'],
      exclude: ['/</script><!--'],
      pixel: { id: '1', src: hostile },
    })
    expect(script).not.toMatch(/<\/|<!--|<script/i)
    expect(
      openPage({ script: buildTracker({ name: 'p', endpoint: hostile }) }).posts,
    ).toMatchObject([{ url: hostile }])
  })

  it('contains an add-on only if its option is set', () => {
    const script = buildTracker({ name: 'polaris' })
    expect(script).not.toMatch(/data-track|pushState|fbevents|console|decodeURI/)
    expect(buildTracker(EVERYTHING)).toMatch(/data-track.*pushState|pushState.*data-track/s)
  })

  it('builds a base script of less than 2 KB for every name of up to 24 characters', () => {
    const names = fc.stringMatching(/^x[$\w]{0,23}$/)
    fc.assert(
      fc.property(names, (name) => brotliCompressSync(buildTracker({ name })).length < 2048),
    )
  })

  it('uses code that was generated from the current sources', async () => {
    const written = await readFile(new URL('script.generated.ts', import.meta.url), 'utf8')
    expect(written, 'Run `pnpm generate`.').toBe(await generateSource())
  }, 60_000)

  it.each<[string, string]>([
    ['a script with every option', buildTracker(EVERYTHING)],
    ['the ready script', READY_DEBUG_SCRIPT],
  ])('needs no syntax that is newer than ES2020: %s', async (_, script) => {
    // esbuild replaces newer syntax.
    const { code } = await transform(script, { target: 'es2020' })
    expect(code).toBe((await transform(script, { target: 'esnext' })).code)
  })

  it('does not use eval, innerHTML or a validation library', () => {
    expect(buildTracker(EVERYTHING)).not.toMatch(/zod|\beval\b|new Function|innerHTML/i)
  })
})
