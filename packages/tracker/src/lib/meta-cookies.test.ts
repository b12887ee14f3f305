import { brotliCompressSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { cookieDocument, createVisitor, formatCookies, openPage } from './open-page.fixture.ts'
import type { TrackerOptions } from './options.ts'

const script = buildTracker({ name: 'polaris' })
const NOW = createVisitor().now

function userData(setUp: Parameters<typeof openPage>[0]) {
  const { sent, visitor } = openPage({ script, ...setUp })
  const { fbp, fbc } = sent()[0]!.user_data!
  expect(visitor.cookies['_fbp']).toBe(fbp)
  expect(visitor.cookies['_fbc']).toBe(fbc)
  return { fbp, fbc }
}

describe('_fbp', () => {
  it.each([
    ['https://school.example/', 'school.example', 1],
    ['https://www.school.example/', 'school.example', 1],
    ['https://a.b.school.example/', 'school.example', 1],
    ['https://www.school.co.uk/', 'school.co.uk', 2],
    ['http://localhost:8080/', 'localhost', 0],
    ['http://127.0.0.1:8080/', '127.0.0.1', 3],
  ])('is set on the highest possible domain: %s sets it on %s', (url, domain, index) => {
    const lines: string[] = []
    let jar = ''
    const write = (line: string) => {
      lines.push(line)
      if (line.endsWith(`;domain=${domain}`)) jar = line.split(';')[0]!
    }
    openPage({ script, url, document: cookieDocument(() => jar, write) })
    expect(lines.at(-1)).toMatch(
      new RegExp(`^_fbp=fb\\.${index}\\.${NOW}\\.\\d+;max-age=7776000;path=/;domain=${domain}$`),
    )
  })

  it('is not sent if cookies cannot be set', () => {
    const { sent } = openPage({ script, document: cookieDocument(() => '') })
    expect(sent()[0]!.user_data).toEqual({})
  })

  it.each([
    ['an existing cookie', { _fbp: 'fb.1.1596403881668.1116446470' }],
    ['a new cookie', {}],
  ])('is not sent if the page immediately deletes it: %s', (_, cookies) => {
    const visitor = createVisitor({ cookies })
    let writes = 0
    const read = () => (writes ? '' : formatCookies(visitor.cookies))
    const document = cookieDocument(read, () => {
      if (++writes > 100) throw new Error('endless loop')
    })
    const { sent } = openPage({ script, visitor, document })
    expect(sent()[0]!.user_data).toEqual({})
    expect(writes).toBeLessThanOrEqual(10)
  })

  it('is not read from a cookie whose name ends in _fbp', () => {
    const cookies = { 'my-_fbp': 'fb.1.1596403881668.1116446470' }
    expect(userData({ visitor: createVisitor({ cookies }) }).fbp).toMatch(/^fb\.1\.\d{13}\.\d+$/)
    expect(userData({ visitor: createVisitor({ cookies }) }).fbp).not.toContain('1116446470')
  })

  it('contains the time in milliseconds even if the page replaces Date.now with a function that returns a Date', () => {
    const script = `Date.now = () => new Date();${buildTracker({ name: 'polaris' })}`
    // A subclass, because the next test files would get the replaced Date.now.
    const { sent } = openPage({ script, globals: { Date: class extends Date {} } })
    expect(sent()[0]!.user_data!.fbp).toMatch(/^fb\.1\.\d{13}\.\d+$/)
  })
})

describe('_fbc', () => {
  const CLICK = 'IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk'
  const PAGE = 'https://school.example/'

  // Without these options, the landing page has kept the click ID.
  it.each<Partial<TrackerOptions>>([{ consent: 'wait' }, { exclude: ['/landing'] }])(
    'is created from the referrer only if it is a page of this site: %j',
    (option) => {
      const script = buildTracker({ name: 'polaris', ...option })
      for (const [referrer, fbc] of [
        [`https://blog.school.example/?fbclid=${CLICK}`, `fb.1.${NOW}.${CLICK}`],
        [`${PAGE}landing?fbclid=${CLICK}&a=1`, `fb.1.${NOW}.${CLICK}`],
        [`https://other.example/?fbclid=${CLICK}`],
        [`https://myschool.example/?fbclid=${CLICK}`],
        [`https://school.example.other.example/?fbclid=${CLICK}`],
      ] as const) {
        const page = openPage({ script, url: PAGE, referrer })
        page.tracker.consent(true)
        expect(page.sent()[0]!.user_data!.fbc).toBe(fbc)
      }
    },
  )
})

describe('inAppClickId', () => {
  const options: TrackerOptions = { name: 'polaris', inAppClickId: true }
  const ANDROID = 'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36'

  /** Opens a page in an app that knows the click ID, and returns the `fbc` of a Lead after a click. */
  async function leadIn(
    app: 'iOS' | 'Facebook' | 'Instagram' | 'Chrome',
    {
      id = 'IwAR2_app-1' as unknown,
      ...setUp
    }: { id?: unknown } & Parameters<typeof openPage>[0] = {},
    more: Partial<TrackerOptions> = {},
  ) {
    const requested: string[] = []
    const postMessage = (name: string) => {
      requested.push(name)
      return Promise.resolve(id)
    }
    class XMLHttpRequest {
      onload?: () => void
      responseText = id
      open = (method: string, url: string) => void requested.push(`${method} ${url}`)
      send = () => this.onload?.()
    }
    const agents = {
      Facebook: `${ANDROID} [FB_IAB/FB4A;FBAV/470.0]`,
      Instagram: `${ANDROID} Instagram 330.0`,
    }
    const page = openPage({
      script: buildTracker({ ...options, ...more }),
      navigator: { userAgent: agents[app as 'Facebook'] ?? ANDROID },
      ...setUp,
      globals: {
        XMLHttpRequest,
        ...(app === 'iOS' && {
          webkit: { messageHandlers: { browserProperties: { postMessage } } },
        }),
      },
    })
    await page.settle()
    page.emit('click')
    page.tracker.track('Lead')
    return { page, requested, fbc: page.sent('Lead')[0]?.user_data?.fbc }
  }

  it.each([
    ['iOS', 'clickID'],
    ['Facebook', 'GET properties://browser/clickID'],
    ['Instagram', 'GET properties://browser/clickID'],
  ] as const)(
    'requests the click ID from %s and sends it with later events',
    async (app, request) => {
      const { page, requested, fbc } = await leadIn(app)
      expect(requested).toEqual([request])
      expect(fbc).toBe(`fb.1.${NOW}.IwAR2_app-1`)
      expect(page.visitor.cookies).not.toHaveProperty('_fbc')
    },
  )

  it.each<[string, Parameters<typeof leadIn>[1], string | undefined]>([
    ['the URL has one', { url: 'https://a.example/?fbclid=IwAR2url' }, `fb.1.${NOW}.IwAR2url`],
    ['the app returns none', { id: '' }, undefined],
    ['the app returns another text', { id: 'anna@b.example' }, undefined],
    ['the app returns null', { id: null }, undefined],
    ['the app returns a short text', { id: 'undefined' }, undefined],
  ])('does not use the one of the app if %s', async (_, setUp, expected) => {
    for (const app of ['iOS', 'Facebook'] as const) {
      expect((await leadIn(app, setUp)).fbc).toBe(expected)
    }
  })

  it('requests nothing in another browser, and stores nothing without consent', async () => {
    expect((await leadIn('Chrome')).requested).toEqual([])
    const { page, fbc } = await leadIn('iOS', {}, { consent: 'wait' })
    expect([fbc, page.visitor.cookies]).toEqual([undefined, {}])
    page.tracker.consent(true)
    page.emit('click')
    page.tracker.track('Schedule')
    expect(page.sent('Schedule')[0]!.user_data!.fbc).toContain('IwAR2_app-1')
  })

  it('adds at most 170 bytes to a script that has add-ons', () => {
    const size = (more: object) =>
      brotliCompressSync(buildTracker({ name: 'polaris', declarative: true, ...more })).length
    expect(size({ inAppClickId: true }) - size({})).toBeLessThanOrEqual(170)
  })
})
