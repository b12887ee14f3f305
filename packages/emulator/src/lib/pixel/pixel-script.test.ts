import { setImmediate } from 'node:timers/promises'
import { createContext, runInContext } from 'node:vm'

import { sha256Hex } from '@conversion-capi/core/pii'
import { describe, expect, it } from 'vitest'

import { createEmulator, type Emulator } from '../emulator.ts'
import { BASE_URL, EMAIL_HASH } from '../requests.fixture.ts'

// Like Meta's base code: queues calls until the script is loaded.
const BASE_CODE = `
  window.fbq = function () { fbq.callMethod ? fbq.callMethod.apply(fbq, arguments) : fbq.queue.push(arguments) }
  window._fbq = fbq; fbq.push = fbq; fbq.loaded = true; fbq.version = '2.0'; fbq.queue = []
`
const INIT = `fbq('init', '1234567890')`

interface Page {
  emulator: Emulator
  /** Runs code in the page. */
  run(code: string): unknown
  /** Loads the pixel script from the emulator and runs it. */
  load(): Promise<void>
  /** Waits for pending requests, then returns the recorded events. */
  received(): Promise<Array<[name: string, id: string | undefined]>>
  warnings: string[]
}

function openPage(
  overrides: Record<string, unknown> = {},
  src = `${BASE_URL}/en_US/fbevents.js`,
): Page {
  const emulator = createEmulator()
  const warnings: string[] = []
  const cookies = new Map<string, string>()
  const document = {
    referrer: 'https://search.example/',
    currentScript: { src } as { src: string } | null,
    querySelector: () => null,
    get cookie() {
      return [...cookies.values()].map((cookie) => cookie.split(';')[0]).join('; ')
    },
    set cookie(cookie: string) {
      cookies.set(cookie.split('=')[0] ?? '', cookie)
      context.lastCookie = cookie
    },
  }
  const context: Record<string, unknown> = {
    document,
    location: { href: 'https://school.example/courses?x=1' },
    console: { warn: (text: string) => warnings.push(text) },
    fetch: emulator.fetch,
    URL,
    URLSearchParams,
    TextEncoder,
    ...overrides,
  }
  context.window = context
  createContext(context)
  const run = (code: string) => runInContext(code, context)
  run(BASE_CODE)

  return { emulator, run, load, received, warnings }

  async function load(): Promise<void> {
    const response = await emulator.fetch(src)
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    run(await response.text())
  }
  async function received(): Promise<Array<[string, string | undefined]>> {
    for (let turn = 0; turn < 5; turn++) await setImmediate()
    return emulator.events().map(({ event_name, event_id }) => [event_name, event_id])
  }
}

/** Opens a page that runs code before the pixel script is loaded, and waits for its requests. */
async function loadPage(...code: string[]): Promise<Page> {
  const page = openPage()
  code.forEach(page.run)
  await page.load()
  await page.received()
  return page
}

describe('/en_US/fbevents.js', () => {
  it('sends queued calls once and in order, then later calls', async () => {
    const page = await loadPage(
      `${INIT}; fbq('track', 'PageView', {}, { eventID: '1' }); fbq('track', 'Lead', {}, { eventID: '2' })`,
    )
    page.run(`fbq('track', 'Schedule', {}, { eventID: '3' })`)

    expect(await page.received()).toEqual([
      ['PageView', '1'],
      ['Lead', '2'],
      ['Schedule', '3'],
    ])
    expect(page.run('fbq.queue.length')).toBe(0)
  })

  it("sends the fields that Meta's pixel sends", async () => {
    const page = await loadPage(
      `${INIT}; document.cookie = '_fbc=fb.1.1.click; path=/'`,
      `fbq('track', 'Purchase', { value: 12.5, currency: 'EUR', content_ids: ['a'], none: null }, { eventID: 'buy-1' })`,
    )

    expect(page.emulator.events()).toMatchObject([
      {
        source: 'browser',
        event_name: 'Purchase',
        event_id: 'buy-1',
        event_source_url: 'https://school.example/courses?x=1',
        referrer_url: 'https://search.example/',
        user_data: { fbp: expect.stringMatching(/^fb\.1\.\d{13}\.\d+$/), fbc: 'fb.1.1.click' },
        custom_data: { value: '12.5', currency: 'EUR', content_ids: '["a"]' },
        pixel_id: '1234567890',
      },
    ])
    expect(page.emulator.events()[0]?.custom_data).not.toHaveProperty('none')
  })

  it('hashes the user data of init and sends it with each event', async () => {
    const page = await loadPage(
      `fbq('init', '1234567890', { em: ' John_Smith@gmail.com', ph: '+1 (650) 555-1212', fn: 'Mary', external_id: 'User 42', ln: null })`,
      `fbq('track', 'PageView'); fbq('track', 'Lead')`,
    )

    const user_data = {
      em: EMAIL_HASH,
      ph: 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
      fn: '6915771be1c5aa0c886870b6951b03d7eafc121fea0e80a5ea83beb7c449f4ec',
      external_id: sha256Hex('user42'),
      fbp: expect.any(String),
    }
    expect(page.emulator.events().map((event) => event.user_data)).toEqual([user_data, user_data])
    expect(page.warnings).toEqual([])
  })

  it('takes the user data of a second init for later events, but not of a third', async () => {
    const page = await loadPage(
      `${INIT}; fbq('track', 'PageView'); fbq('init', '1234567890', { em: '${EMAIL_HASH}' })`,
      `fbq('track', 'Lead'); fbq('init', '1234567890', { fn: 'Mary' }); ${INIT}`,
      `fbq('track', 'Schedule')`,
    )

    expect(page.emulator.events()).toEqual([
      expect.objectContaining({ user_data: { fbp: expect.any(String) } }),
      expect.objectContaining({ user_data: { em: EMAIL_HASH, fbp: expect.any(String) } }),
      expect.objectContaining({ user_data: { em: EMAIL_HASH, fbp: expect.any(String) } }),
    ])
    const duplicate = expect.stringContaining('Duplicate Pixel ID: 1234567890.')
    expect(page.warnings).toEqual([duplicate, duplicate])
  })

  it('names user data that cannot be sent, without its value', async () => {
    const page = await loadPage(
      `fbq('init', '1234567890', { em: 'mary', fn: ['Mary'], db: 'x', ge: 'f' }); fbq('track', 'Lead')`,
      `fbq('init', '2', 'mary@example.com')`,
    )

    expect(Object.keys(page.emulator.events()[0]!.user_data)).toEqual(['ge', 'fbp'])
    expect(page.warnings).toEqual([
      expect.stringContaining('em of init is not usable'),
      expect.stringContaining('fn of init is not usable'),
      expect.stringContaining('db of init is not usable'),
      expect.stringContaining('The user data of init must be an object.'),
    ])
    expect(page.warnings.join()).not.toMatch(/mary/i)
  })

  it.each<[call: string, limit: object]>([
    [
      `fbq('dataProcessingOptions', ['LDU'], 1, 1000)`,
      {
        data_processing_options: ['LDU'],
        data_processing_options_country: 1,
        data_processing_options_state: 1000,
      },
    ],
    [`fbq('dataProcessingOptions', [])`, { data_processing_options: [] }],
  ])('sends the options of %s with each event', async (call, limit) => {
    const page = await loadPage(`${call}; ${INIT}; fbq('track', 'Lead', {}, { eventID: '1' })`)

    const [event] = page.emulator.events()
    expect(event).toMatchObject(limit)
    expect(Object.keys(event!).filter((key) => key.startsWith('data_'))).toEqual(Object.keys(limit))
    expect(event!.warnings).toEqual([])
    expect(page.warnings).toEqual([])
  })

  it.each([`['LDU'], 1`, `'LDU', 0, 0`, ''])(
    'ignores dataProcessingOptions with the arguments %s, with a warning',
    async (args) => {
      const page = await loadPage(
        `fbq('dataProcessingOptions'${args && `, ${args}`}); ${INIT}; fbq('track', 'Lead')`,
      )
      expect(page.emulator.events()[0]).not.toHaveProperty('data_processing_options')
      expect(page.warnings).toEqual([expect.stringContaining('dataProcessingOptions was ignored.')])
    },
  )

  it('sets _fbp for 90 days if it is absent, and keeps an existing one', async () => {
    const page = await loadPage(INIT)
    expect(page.run('lastCookie')).toMatch(
      /^_fbp=fb\.1\.\d{13}\.\d+; path=\/; max-age=7776000; SameSite=Lax$/,
    )

    const other = openPage()
    other.run(`document.cookie = '_fbp=fb.1.1.mine'; ${INIT}; fbq('track', 'Lead')`)
    await other.load()
    await other.received()
    expect(other.emulator.events()).toMatchObject([{ user_data: { fbp: 'fb.1.1.mine' } }])
  })

  it('sends to /tr next to its own URL', async () => {
    const urls: string[] = []
    const fetch = (url: string) => Promise.resolve(void urls.push(url))
    for (const src of [
      'http://one.example/en_US/fbevents.js?v=1',
      'https://two.example/a/b/en_US/fbevents.js',
    ]) {
      const page = openPage({ fetch }, src)
      page.run(`${INIT}; fbq('track', 'Lead')`)
      await page.load()
    }
    expect(urls).toEqual(['http://one.example/tr', 'https://two.example/a/b/tr'])
  })

  it('posts a form, with keepalive if it is small enough', async () => {
    const calls: RequestInit[] = []
    const fetch = (_: string, init: RequestInit) => Promise.resolve(void calls.push(init))
    const page = openPage({ fetch })
    page.run(`${INIT}; fbq('track', 'Lead'); fbq('track', 'Lead', { note: 'x'.repeat(60000) })`)
    await page.load()
    expect(calls).toMatchObject([
      { method: 'POST', credentials: 'omit', keepalive: true },
      { method: 'POST', credentials: 'omit', keepalive: false },
    ])
  })

  it('sends to every pixel with track, and to one with trackSingle', async () => {
    const page = await loadPage(
      `${INIT}; fbq('init', '1234567890'); fbq('init', 42)`,
      `fbq('trackCustom', 'Both', {}, { eventID: '1' })`,
      `fbq('trackSingle', '1234567890', 'One', {}, { eventID: '2' })`,
      `fbq('trackSingleCustom', 42, 'Other', {}, { eventID: '3' })`,
    )

    expect(await page.received()).toEqual([
      ['Both', '1'],
      ['One', '2'],
    ])
    expect(page.warnings.filter((text) => text.includes('The pixel ID is not'))).toHaveLength(2)
  })

  it('sends nothing while consent is revoked, and sends the waiting events when it is granted', async () => {
    const page = await loadPage(
      `fbq('consent', 'revoke'); ${INIT}; fbq('track', 'PageView', {}, { eventID: '1' })`,
    )
    page.run(`fbq('track', 'Lead', {}, { eventID: '2' })`)
    expect(await page.received()).toEqual([])
    expect(page.run('document.cookie')).toBe('')

    page.run(`fbq('consent', 'grant'); fbq('track', 'Schedule', {}, { eventID: '3' })`)
    expect(await page.received()).toEqual([
      ['PageView', '1'],
      ['Lead', '2'],
      ['Schedule', '3'],
    ])
    expect(page.run('document.cookie')).toContain('_fbp=')
  })

  it('sends each event once if the page contains the script twice', async () => {
    const page = await loadPage(`${INIT}; fbq('track', 'PageView', {}, { eventID: '1' })`)
    await page.load()
    page.run(`fbq('track', 'Lead', {}, { eventID: '2' })`)
    expect(await page.received()).toEqual([
      ['PageView', '1'],
      ['Lead', '2'],
    ])
  })

  it('defines fbq if the page has none', async () => {
    const page = await loadPage('delete window.fbq; delete window._fbq')
    page.run(`${INIT}; fbq('track', 'Lead', {}, { eventID: '1' })`)
    expect(await page.received()).toEqual([['Lead', '1']])
  })

  it('ignores configuration commands, and unknown commands with a warning', async () => {
    const page = await loadPage(
      `fbq('set', 'autoConfig', false, '1'); fbq('dataProcessingOptions', []); ${INIT}`,
      `fbq('toString'); fbq('constructor', 'x'); fbq(); fbq('track', 'Lead', {}, { eventID: '1' })`,
    )
    expect(await page.received()).toEqual([['Lead', '1']])
    expect(page.warnings).toEqual([
      expect.stringContaining('The command "toString" is unknown and was ignored.'),
      expect.stringContaining('The command "constructor" is unknown and was ignored.'),
      expect.stringContaining('The command "undefined" is unknown and was ignored.'),
    ])
  })

  it('warns in the console if an event is rejected or cannot be sent', async () => {
    const page = await loadPage(
      `fbq('track', 'Lead'); fbq('trackSingle', '1', 'Lead'); fbq('init', '666'); fbq('track', 'Lead')`,
    )
    expect(page.warnings).toEqual([
      expect.stringContaining('Call init before track.'),
      expect.stringContaining('Call init before trackSingle.'),
      expect.stringContaining('The pixel ID is not'),
    ])
  })

  const currentScript = { src: `${BASE_URL}/en_US/fbevents.js` }
  const fail = () => {
    throw new Error('no')
  }

  it.each([
    ['fetch throws', { fetch: fail }],
    ['fetch rejects', { fetch: () => Promise.reject(new Error('no')) }],
    ['fetch is missing', { fetch: undefined }],
    ['fetch returns undefined', { fetch: () => undefined }],
    ['the console is missing', { console: undefined }],
    ['the document is missing', { document: undefined }],
    [
      'the script cannot find its own URL',
      { document: { currentScript: null, querySelector: () => null } },
    ],
    [
      'cookies are forbidden',
      { document: Object.defineProperty({ currentScript }, 'cookie', { get: fail, set: fail }) },
    ],
  ])('does not throw into the page if %s', async (_, overrides) => {
    const page = openPage(overrides)
    await page.load()
    const calls = `${INIT}; fbq('track', 'Lead', { big: 1n, get bad() { throw 1 } }); fbq('track', 'Lead', { symbol: Symbol('x') }); fbq('track')`
    expect(() => page.run(calls)).not.toThrow()
    await page.received()
  })

  it('continues after a malformed queued call', async () => {
    const page = await loadPage(
      `fbq.queue.push(7, null, ['init']); ${INIT}; fbq('track', 'Lead', {}, { eventID: '1' })`,
    )
    expect(await page.received()).toContainEqual(['Lead', '1'])
  })
})
