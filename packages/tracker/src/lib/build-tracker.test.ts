import { runInNewContext } from 'node:vm'
import { brotliCompressSync } from 'node:zlib'

import { sha256Hex } from '@conversion-capi/core/pii'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { bundleScript } from '../../scripts/bundle-script.ts'
import { buildTracker } from '../index.ts'
import { SCRIPT } from './script.generated.ts'

interface Post {
  url: string
  init: RequestInit & { body: string }
}

/** Runs the script in a page that has just what a tracker touches. */
function openPage(
  overrides: Record<string, unknown> = {},
  script = buildTracker({ name: 'polaris' }),
) {
  const posts: Post[] = []
  const hits: unknown[][] = []
  const page: Record<string, any> = {
    location: new URL('https://school.example/physics?email=anna@school.example#lead'),
    document: { cookie: 'a=1; _fbp=fb.1.1596403881668.1116446470; _fbc=fb.1.1554763741205.AbC-_' },
    fetch: async (url: string, init: Post['init']) => {
      posts.push({ url, init })
      return new Response('{"ok":true,"upstream":{}}')
    },
    fbq: (...hit: unknown[]) => void hits.push(hit),
    crypto,
    TextEncoder,
    URL,
    ...overrides,
  }
  page['window'] = page
  runInNewContext(script, page)
  return { page, posts, hits, sent: () => posts.map(({ init }) => JSON.parse(init.body)) }
}

describe('buildTracker', () => {
  it('installs track, which gives the event id that pixel and proxy share', () => {
    const { page, hits, sent } = openPage()
    const eventId = page['polaris'].track('Lead', { value: 10, currency: 'EUR' })
    expect(eventId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(hits).toEqual([['track', 'Lead', { value: 10, currency: 'EUR' }, { eventID: eventId }]])
    expect(sent()).toEqual([
      {
        event_name: 'Lead',
        event_id: eventId,
        event_source_url: 'https://school.example/physics',
        user_data: { fbp: 'fb.1.1596403881668.1116446470', fbc: 'fb.1.1554763741205.AbC-_' },
        custom_data: { value: 10, currency: 'EUR' },
      },
    ])
  })

  it('gives every event an id of its own', () => {
    const { page } = openPage()
    const ids = Array.from({ length: 1000 }, () => page['polaris'].track('PageView'))
    expect(new Set(ids).size).toBe(1000)
  })

  it('posts JSON that outlives the page, without cookies, to the proxy’s path', () => {
    const { page, posts } = openPage()
    page['polaris'].track('PageView')
    expect(posts[0]!.url).toBe(CONVERSION_PATH)
    expect(posts[0]!.init).toMatchObject({
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
    })
  })

  it('reads the answer, so that the browser’s quota for such requests is free again', async () => {
    const answer = new Response('{"ok":true,"upstream":{}}')
    const { page } = openPage({ fetch: async () => answer })
    page['polaris'].track('PageView')
    await new Promise((resolve) => setImmediate(resolve))
    expect(answer.bodyUsed).toBe(true)
  })

  it('posts to the endpoint it was built with', () => {
    const endpoint = 'https://proxy.school.example/functions/v1/conversion-capi'
    const { page, posts } = openPage({}, buildTracker({ name: 'polaris', endpoint }))
    page['polaris'].track('PageView')
    expect(posts[0]!.url).toBe(endpoint)
  })

  it('hashes personal data before it returns; in clear it leaves for neither side', () => {
    const { page, hits, posts, sent } = openPage()
    page['polaris'].track(
      'Lead',
      {},
      {
        em: ' Anna@School.Example ',
        ph: '+7 (912) 345-67-89',
        fn: 'Анна',
        ln: sha256Hex('petrova'),
        external_id: 'student-42',
      },
    )
    expect(sent()[0].user_data).toMatchObject({
      em: sha256Hex('anna@school.example'),
      ph: sha256Hex('79123456789'),
      fn: sha256Hex('анна'),
      ln: sha256Hex('petrova'),
      external_id: 'student-42',
    })
    expect(JSON.stringify([hits, posts])).not.toMatch(/anna@|912|Анна/i)
  })

  it.each([
    undefined,
    null,
    {},
    { em: '' },
    { em: null, ph: undefined },
    { em: 'not an address' },
    'Anna',
  ])('sends the event without personal data when there is none to use: %j', (pii) => {
    const { page, sent } = openPage()
    page['polaris'].track('Lead', {}, pii)
    expect(Object.keys(sent()[0].user_data)).toEqual(['fbp', 'fbc'])
  })

  it.each<[string, Record<string, unknown>]>([
    ['no pixel', { fbq: undefined }],
    ['a pixel that throws', { fbq: () => thrown() }],
    ['no randomness', { crypto: undefined }],
    [
      'no cookies',
      {
        document: {
          get cookie() {
            return thrown()
          },
        },
      },
    ],
  ])('still posts with %s', (_, overrides) => {
    const { page, sent } = openPage(overrides)
    const eventId = page['polaris'].track('Lead')
    expect(sent()).toMatchObject([{ event_name: 'Lead', event_id: eventId }])
  })

  it.each<[string, Record<string, unknown>]>([
    ['no fetch', { fetch: undefined }],
    ['a fetch that throws', { fetch: () => thrown() }],
    ['a fetch that fails', { fetch: () => Promise.reject(new Error('offline')) }],
  ])('still fires the pixel with %s, and never throws', (_, overrides) => {
    const { page, hits } = openPage(overrides)
    const eventId = page['polaris'].track('Lead')
    expect(hits).toEqual([['track', 'Lead', {}, { eventID: eventId }]])
  })

  it('is installed once, however often it is included', () => {
    const { page } = openPage()
    const first = page['polaris']
    runInNewContext(buildTracker({ name: 'polaris' }), page)
    expect(page['polaris']).toBe(first)
  })

  it.each(['', 'my-school', '1school', 'a.b', 'a b', '</script>'])(
    'refuses the name %j',
    (name) => {
      expect(() => buildTracker({ name })).toThrow('name must be a JavaScript identifier')
    },
  )

  it.each(['', 'events', '//elsewhere.example/', 'javascript:alert(1)', 'ftp://school.example/'])(
    'refuses the endpoint %j',
    (endpoint) => {
      expect(() => buildTracker({ name: 'polaris', endpoint })).toThrow('endpoint must be a path')
    },
  )

  it('can be inlined: no option closes the script element', () => {
    const script = buildTracker({ name: 'polaris', endpoint: '/a</script><script>$&' })
    expect(script).not.toContain('</script')
    const { page, posts } = openPage({}, script)
    page['polaris'].track('PageView')
    expect(posts[0]!.url).toBe('/a</script><script>$&')
  })

  it('is generated from the sources beside it', async () => {
    expect(SCRIPT, 'run `pnpm generate`').toBe(await bundleScript())
  })

  it('is under 1.5 KB brotli', () => {
    expect(brotliCompressSync(buildTracker({ name: 'polaris' })).byteLength).toBeLessThan(1500)
  })

  it('brings no validation library along', () => {
    expect(SCRIPT).not.toMatch(/zod/i)
  })
})

function thrown(): never {
  throw new Error('broken')
}
