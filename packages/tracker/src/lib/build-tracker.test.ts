import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { generateSource } from '../../scripts/generate-source.ts'
import { buildTracker } from '../index.ts'
import { openPage } from './open-page.fixture.ts'
import type { TrackerOptions } from './tracker-options.ts'

const EVERYTHING: TrackerOptions = {
  name: 'polaris',
  consent: 'wait',
  queryParameters: ['utm_source'],
  nationalPhone: { countryCode: '7', trunkPrefix: '8' },
  debug: true,
  singlePage: true,
  declarative: true,
  pixel: { id: '1234567890' },
}

describe('buildTracker', () => {
  it('installs the tracker under its name', () => {
    const { window } = openPage({ script: buildTracker({ name: 'école' }) })
    expect(Object.keys(window['école'])).toEqual(['track', 'consent'])
  })

  it('is installed once, however often it is included', () => {
    const page = openPage({ script: buildTracker({ name: 'polaris' }) })
    const { tracker } = page
    page.run(buildTracker({ name: 'polaris' }))
    expect(page.tracker).toBe(tracker)
    expect(page.sent()).toHaveLength(1)
  })

  it('leaves nothing but its name behind', () => {
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

  it.each(['', 'my-school', '1school', 'a.b', 'a b', 'a\n', '</script>'])(
    'refuses the name %j',
    (name) => {
      expect(() => buildTracker({ name })).toThrow(
        new TypeError('name must be a JavaScript identifier, such as "polaris"'),
      )
    },
  )

  it.each(['', 'events', '//elsewhere.example/', 'javascript:alert(1)', 'ftp://school.example/'])(
    'refuses the endpoint %j',
    (endpoint) => {
      expect(() => buildTracker({ name: 'polaris', endpoint })).toThrow(
        new TypeError(
          'endpoint must be a path, such as "/functions/v1/conversion-capi", or an http(s) URL',
        ),
      )
    },
  )

  it.each([[['']], [['utm_source=ads']], [['utm_source', 'a&b']], [['#']]])(
    'refuses the query parameters %j',
    (queryParameters) => {
      expect(() => buildTracker({ name: 'polaris', queryParameters })).toThrow(
        new TypeError('queryParameters must be a list of names, such as ["utm_source"]'),
      )
    },
  )

  it.each([
    ['+7', '8'],
    ['7', ''],
    ['', '0'],
    ['7', '(8)'],
  ])('refuses the country code %j with the trunk prefix %j', (countryCode, trunkPrefix) => {
    const nationalPhone = { countryCode, trunkPrefix }
    expect(() => buildTracker({ name: 'polaris', nationalPhone })).toThrow(
      new TypeError('nationalPhone must be digits, such as { countryCode: "7", trunkPrefix: "8" }'),
    )
  })

  it.each(['', 'abc', '12 34', '"1"'])('refuses the pixel id %j', (id) => {
    expect(() => buildTracker({ name: 'polaris', pixel: { id } })).toThrow(
      new TypeError('pixel.id must be the digits of a pixel id'),
    )
  })

  it.each(['', 'pixel.js', '//elsewhere.example/', 'data:text/javascript,alert(1)'])(
    'refuses the pixel’s address %j',
    (src) => {
      expect(() => buildTracker({ name: 'polaris', pixel: { id: '1', src } })).toThrow(
        new TypeError('pixel.src must be a path or an http(s) URL'),
      )
    },
  )

  it('can be inlined: no option closes the script element or opens a comment', () => {
    const hostile = '/a</script><script><!--$&'
    const script = buildTracker({
      ...EVERYTHING,
      endpoint: hostile,
      queryParameters: ['</script>', '<!--'],
      pixel: { id: '1', src: hostile },
    })
    expect(script).not.toMatch(/<\/|<!--|<script/i)
    expect(
      openPage({ script: buildTracker({ name: 'p', endpoint: hostile }) }).posts,
    ).toMatchObject([{ url: hostile }])
  })

  it('has nothing in it that an option did not ask for', () => {
    const script = buildTracker({ name: 'polaris' })
    expect(script).not.toMatch(/data-track|pushState|fbevents|console/)
    expect(buildTracker(EVERYTHING)).toMatch(/data-track.*pushState|pushState.*data-track/s)
  })

  it('is generated from the sources beside it', async () => {
    const written = await readFile(new URL('script.generated.ts', import.meta.url), 'utf8')
    expect(written, 'run `pnpm generate`').toBe(await generateSource())
  })

  it.each<[number, TrackerOptions]>([
    [1800, { name: 'polaris' }],
    [2200, { name: 'polaris', singlePage: true, declarative: true, pixel: { id: '1234567890' } }],
  ])('is at most %i bytes (brotli) with %j', (budget, options) => {
    expect(brotliCompressSync(buildTracker(options)).byteLength).toBeLessThanOrEqual(budget)
  })

  it('needs neither eval nor a validation library', () => {
    expect(buildTracker(EVERYTHING)).not.toMatch(/zod|\beval\b|new Function|innerHTML/i)
  })
})
