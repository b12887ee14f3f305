import { createHash } from 'node:crypto'

import { sha256Hex } from '@conversion-capi/core/pii'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { findNameProblem } from '@conversion-capi/core/tracker-name'
import { buildTracker, type TrackerOptions } from '@conversion-capi/tracker'
import { describe, expect, it } from 'vitest'

import { READY_SCRIPT } from '../../../packages/tracker/src/lib/script.generated.ts'
import { reply } from './school-server.ts'
import { TRACKER_TAG, type OpenSchool, until, useSchools } from './use-schools.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const PII = { email: 'Anna@school.example', phone: '+7 912 345-67-89' }
const HASHES = { em: sha256Hex('anna@school.example'), ph: sha256Hex('79123456789') }
const PIXEL = '<script>(window.fbq = (...hit) => fbq.hits.push(hit)).hits = []</script>'

describe.concurrent('the tracker on hostile pages, in Chromium', () => {
  const { open } = useSchools({ args: ['--host-resolver-rules=MAP *.test 127.0.0.1'] })

  it('makes the calls that were collected before it has loaded, once', async () => {
    const school = await open({
      head: `<script>
          for (const name of ['ViewContent', 'Lead']) (window.polaris ??= []).push((polaris) => polaris.track(name))
        </script>
        <script src="/polaris.js" async></script><script src="/polaris.js" async></script>`,
    })
    expect(await school.finish(3)).toEqual(['Lead', 'PageView', 'ViewContent'])
  })

  it('sends each event once if the page includes the script twice', async () => {
    const school = await open({ head: TRACKER_TAG + TRACKER_TAG })
    await school.track('Lead')
    expect(await school.finish(2)).toEqual(['Lead', 'PageView'])
  })

  it('sends events with a strict Content-Security-Policy, Trusted Types and subresource integrity', async () => {
    const script = buildTracker({ name: 'polaris', singlePage: true, declarative: true })
    const digest = createHash('sha384').update(script).digest('base64')
    const violations = `addEventListener('securitypolicyviolation', (event) => console.error('Security Policy', event.violatedDirective))`
    const school = await open({
      options: { singlePage: true, declarative: true },
      head: `<script nonce="once">${violations}</script>
        <script nonce="once" src="/polaris.js" integrity="sha384-${digest}" crossorigin></script>`,
      body: '<button data-track="Lead">Ask</button>',
      headers: {
        'Content-Security-Policy':
          "default-src 'none'; script-src 'nonce-once'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
      },
    })
    await school.page.getByRole('button').click()
    await school.page.evaluate(() => history.pushState({}, '', '/physics'))
    expect(await school.finish(3)).toEqual(['Lead', 'PageView', 'PageView'])
  })

  it('sends the same hashes and event IDs on plain HTTP', async () => {
    const school = await open({ host: 'www.school.test' })
    expect(await school.page.evaluate(() => [isSecureContext, crypto.subtle])).toEqual([
      false,
      undefined,
    ])
    await school.track('Lead', {}, PII)
    await until(() => school.posts.length === 2)
    const [lead] = school.events('Lead')
    expect(lead!.event_id).toMatch(UUID)
    expect(lead!.user_data).toMatchObject({
      ...HASHES,
      fbp: expect.stringMatching(/^fb\.1\.\d{13}\.\d+$/),
    })
    const cookies = await school.context.cookies()
    expect(cookies).toMatchObject([
      { name: '_fbp', value: lead!.user_data!.fbp, domain: '.school.test' },
    ])
    expect(await school.finish(2)).toEqual(['Lead', 'PageView'])
  })

  it('sends events from a sandboxed frame, where cookies and localStorage throw', async () => {
    const school = await open({ head: '' })
    school.pages['/frame'] = `${TRACKER_TAG}<script>polaris.track('Lead')</script>`
    school.pages['/'] = '<iframe sandbox="allow-scripts" src="/frame"></iframe>'
    await school.go('/')
    expect(await school.finish(2)).toEqual(['Lead', 'PageView'])
    expect(school.posts[0]!.headers.origin).toBe('null')
  })

  it('sends no URL from a srcdoc or data: frame', async () => {
    const school = await open({ head: '' })
    const tag = `<script src='${school.url}/polaris.js'></script>`
    school.pages['/'] = `<iframe srcdoc="${tag}"></iframe>
      <iframe src="data:text/html,${encodeURIComponent(`${tag}anna@school.example`)}"></iframe>`
    school.scripts['/polaris.js'] = buildTracker({
      name: 'polaris',
      endpoint: `${school.url}${CONVERSION_PATH}`,
    })
    await school.go('/')
    await until(() => school.posts.length === 2)
    for (const event of school.events()) expect(event).not.toHaveProperty('event_source_url')
    expect(await school.finish(2)).toEqual(['PageView', 'PageView'])
  })

  it('sends events from a page that freezes prototypes', async () => {
    const school = await open({
      options: { singlePage: true, declarative: true, queryParameters: ['utm_source'] },
      before: `for (const type of [Array, Object, String, Promise, Function, RegExp, Response]) {
        Object.freeze(type.prototype)
      }`,
      body: `<button data-track="Schedule">Talk</button>`,
    })
    await school.track('Lead', {}, PII)
    await school.page.getByRole('button').click()
    await school.page.evaluate(() => history.pushState({}, '', '/physics'))
    await until(() => school.events('Lead').length === 1)
    expect(school.events('Lead')[0]!.user_data).toMatchObject(HASHES)
    expect(await school.finish(4)).toEqual(['Lead', 'PageView', 'PageView', 'Schedule'])
  })

  it.each<[string, string]>([
    ['localStorage throws', throwing('window', 'localStorage')],
    ['cookies throw', throwing('document', 'cookie')],
    ['the pixel throws', 'window.fbq = () => { throw new Error("blocked") }'],
    [
      'every API except fetch is missing or throws',
      `${throwing('window', 'localStorage')};${throwing('document', 'cookie')};${throwing('window', 'fbq')};delete window.crypto`,
    ],
    ['Web Locks are missing', "Object.defineProperty(navigator, 'locks', { value: undefined })"],
    ['AbortSignal.timeout is missing', 'delete AbortSignal.timeout'],
    ['the page sets Object.prototype.extend', 'Object.prototype.extend = 1'],
  ])('delivers an event if %s', async (_, before) => {
    const school = await open({ before })
    const eventId = await school.track('Lead', {}, PII)
    await until(() => school.posts.length === 2)
    expect(school.events('Lead')).toMatchObject([{ event_id: eventId, user_data: HASHES }])
    await school.close()
  })

  it('does not throw if fetch, localStorage and cookies throw', async () => {
    const school = await open({
      before: [
        throwing('window', 'fetch'),
        throwing('window', 'localStorage'),
        throwing('document', 'cookie'),
      ].join(';'),
    })
    expect(await school.track('Lead')).toMatch(UUID)
    expect(await school.page.evaluate(() => (window as any).polaris.consent(false))).toBe(undefined)
    expect(school.posts).toEqual([])
    await school.close()
  })

  it('calls the pixel with the same event IDs, even if the pixel loads later', async () => {
    const school = await open({ head: PIXEL + TRACKER_TAG })
    await school.track('Lead', { value: 1 })
    await until(() => school.posts.length === 2)
    expect(await school.page.evaluate(() => (window as any).fbq.hits)).toEqual(
      school.events().map((event) => pixelCall(event)),
    )
    await school.close()

    const late = await open({})
    await late.page.evaluate(() => {
      ;(window as any).fbq = (...hit: unknown[]) => ((window as any).hit = hit)
    })
    const eventID = await late.track('Lead')
    expect(await late.page.evaluate(() => (window as any).hit)).toEqual([
      'track',
      'Lead',
      {},
      { eventID },
    ])
    expect(await late.finish(2)).toEqual(['Lead', 'PageView'])
  })

  it('delivers the PageView, and keeps calls in the queue of the pixel, if its script is blocked', async () => {
    const school = await open({
      options: { pixel: { id: '1234567890', src: '/blocked/fbevents.js' } },
    })
    await until(() => school.posts.length === 1)
    expect(await school.page.evaluate(() => (window as any).fbq.queue)).toEqual([
      ['init', '1234567890'],
      pixelCall(school.events()[0]!),
    ])
    expect(await school.finish(1)).toEqual(['PageView'])
  })

  it.each<[string, Partial<TrackerOptions>, string]>([
    ['consent is pending', { consent: 'wait' }, ''],
    ['consent is denied', { consent: 'wait' }, 'polaris.consent(false)'],
    ['the browser sends Global Privacy Control', {}, ''],
    [
      'the browser sends Global Privacy Control and the page calls consent(true)',
      {},
      'polaris.consent(true)',
    ],
  ])('sends and stores nothing if %s', async (situation, options, decision) => {
    const school = await open({
      options: { ...options, pixel: { id: '1', src: '/fbevents.js' }, singlePage: true },
      ...(situation.includes('browser') && {
        before: `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })`,
      }),
      body: `<script>${decision};polaris.track('Lead')</script>`,
    })
    await school.page.evaluate(() => {
      dispatchEvent(new Event('online'))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      history.pushState({}, '', '/physics')
    })
    await school.catchUp()
    expect(school.log.filter((line) => !/catch-up|favicon/.test(line))).toEqual([
      'GET /',
      'GET /polaris.js',
    ])
    expect(await school.context.cookies()).toEqual([])
    expect(await school.page.evaluate(() => [localStorage.length, 'fbq' in window])).toEqual([
      0,
      false,
    ])
    await school.close()
  })

  it('sends queued events and sets the cookie on consent(true)', async () => {
    const school = await open({ options: { consent: 'wait' } })
    const eventId = await school.track('Lead')
    await school.page.evaluate(() => (window as any).polaris.consent(true))
    await until(() => school.posts.length === 2)
    const [cookie] = await school.context.cookies()
    expect(school.events('Lead')).toMatchObject([
      { event_id: eventId, user_data: { fbp: cookie!.value } },
    ])
    expect(await school.finish(2)).toEqual(['Lead', 'PageView'])
  })

  it('deletes stored events when consent is withdrawn', async () => {
    const school = await open({ onPost: ({ response }) => reply(response, 503) })
    await until(async () => (await school.stored()).length === 1)
    await school.page.evaluate(() => (window as any).polaris.consent(false))
    expect(await school.page.evaluate(() => localStorage.length)).toBe(0)
    await school.track('Lead')
    expect(await school.finish(1)).toEqual(['PageView'])
  })

  it.each<[string, string]>([
    ['is missing', 'delete window.fetch'],
    ['throws', 'window.fetch = () => { throw new Error("blocked") }'],
    ['returns no promise', 'window.fetch = () => undefined'],
    ['swallows errors', 'window.fetch = async () => undefined'],
  ])('stores an event, and sends it on the next page, if window.fetch %s', async (_, before) => {
    const school = await open({ before: `if (location.pathname === '/') { ${before} }` })
    const eventId = await school.track('Lead')
    await until(async () => (await school.stored()).length === 2)
    await school.go('/next')
    await until(() => school.posts.length === 3)
    expect(school.events('Lead')).toMatchObject([{ event_id: eventId }])
    await school.close()
  })

  it.each([
    '<form id="polaris"><input name="track"><input name="q"></form>',
    '<a id="polaris"></a><a id="polaris"></a>',
    '<img name="prerendering"><img name="cookie"><img name="referrer"><img name="addEventListener">',
    '<img id="addEventListener"><img id="fbq"><img id="localStorage"><img id="navigator">',
    '<form name="currentScript"></form><form id="q"></form>',
  ])('sends events from a page with %s', async (elements) => {
    const school = await open({ head: '', body: elements + TRACKER_TAG })
    await school.track('Lead')
    expect(await school.finish(2)).toEqual(['Lead', 'PageView'])
  })

  it('does not read the attributes of an element named currentScript', async () => {
    const school = await open({ head: '' })
    school.scripts['/tracker.js'] = READY_SCRIPT
    school.pages['/next'] = `
      <img name="currentScript" data-pixel="1 /evil.js" data-endpoint="/evil">
      <script src="/tracker.js" data-name="polaris"></script>`
    await school.go('/next')
    expect(await school.finish(1)).toEqual(['PageView'])
    expect(school.log.join()).not.toContain('evil')
  })

  it('loads the pixel if the page enforces Trusted Types and allows the policy', async () => {
    const school = await open({
      options: { pixel: { id: '1', src: '/fbevents.js' } },
      headers: {
        'Content-Security-Policy':
          "require-trusted-types-for 'script'; trusted-types conversion-capi",
      },
    })
    school.scripts['/fbevents.js'] = 'window.isLoaded = true'
    await school.go('/next')
    await until(() => school.page.evaluate(() => (window as any).isLoaded === true))
    await school.close()
  })

  it('does not loop endlessly if the page immediately deletes the cookie', async () => {
    const school = await open({
      before: () => {
        const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!
        Object.defineProperty(document, 'cookie', {
          get: () => get!.call(document),
          set(line: string) {
            set!.call(document, line.replace(/max-age=\d+/, 'max-age=0'))
          },
        })
      },
    })
    await school.context.addCookies([
      { name: '_fbp', value: 'fb.0.1596403881668.1116446470', url: school.url },
    ])
    await school.go('/next')
    await school.track('Lead')
    expect(await school.finish(3)).toEqual(['Lead', 'PageView', 'PageView'])
  })

  it('deletes the cookies when consent is withdrawn', async () => {
    const school = await open({ host: 'cookies.school.test' })
    await until(() => school.posts.length === 1)
    expect(await school.context.cookies()).toHaveLength(1)
    await school.page.evaluate(() => (window as any).polaris.consent(false))
    expect(await school.context.cookies()).toEqual([])
    await school.close()
  })

  it('rejects every name that is a read-only property of window', async () => {
    const school = await open({ options: { pageView: false } })
    const names = await school.page.evaluate(() => {
      const names: string[] = []
      for (let object: object = window; object; object = Object.getPrototypeOf(object)) {
        for (const name of Object.getOwnPropertyNames(object)) {
          const { writable, set } = Object.getOwnPropertyDescriptor(object, name)!
          if (!writable && !set) names.push(name)
        }
      }
      return names
    })
    expect(names).toContain('document')
    expect(names.filter((name) => !findNameProblem(name))).toEqual([])
    await school.close()
  })

  it('does not throw on invalid arguments', async () => {
    const school = await open({ options: { pageView: false } })
    const ids = await school.page.evaluate(() => {
      const { track } = (window as any).polaris
      const circular: Record<string, unknown> = {}
      circular['self'] = circular
      const broken = {
        get em() {
          throw new Error('broken')
        },
      }
      return [
        track(),
        track(null, null, null),
        track(Symbol('name'), Symbol('data'), Symbol('pii')),
        track('Lead', circular),
        track('Lead', { value: 1n }),
        track('Lead', {}, broken),
        track('Lead', document, window),
      ]
    })
    for (const id of ids) expect(id).toMatch(UUID)
    await school.track('Schedule')
    await until(() => school.events('Schedule').length === 1)
    await school.close()
  })
})

function throwing(owner: string, key: string): string {
  return `Object.defineProperty(${owner}, '${key}', { get() { throw new Error('blocked') } })`
}

function pixelCall({
  event_name,
  event_id,
  custom_data,
}: ReturnType<OpenSchool['events']>[number]) {
  return ['track', event_name, custom_data, { eventID: event_id }]
}
