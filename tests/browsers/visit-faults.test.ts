import { createHandler } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { buildTracker, type TrackerOptions } from '@conversion-capi/tracker'
import type { Server } from 'srvx'
import { serve } from 'srvx/node'
import { afterAll, describe, expect, it } from 'vitest'

import { visitSite } from '../../packages/cli/src/lib/visit/visit-site.ts'

const ORIGIN = 'https://school.example'
const PIXEL_ID = '1234567890'
const TRACKER = '<script src="/polaris.js" defer></script>'

/** A site by path: HTML, or a response. */
type Files = Record<string, string>
interface School {
  files: Files
  tracker: TrackerOptions
  headers: Record<string, string>
  endpoint: (request: Request) => Promise<Response> | Response
  waits: boolean
}

const FORM = `<h2>Book a trial lesson</h2><form id="lead" action="/thanks.html" method="post" data-track="Lead">
  <label>Name <input name="name" autocomplete="name" required></label>
  <label>Email <input name="email" type="email" autocomplete="email" required></label>
  <label>Phone <input name="phone" type="tel" autocomplete="tel"></label>
  <button>Book</button></form>`

function html(body: string, head = TRACKER): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>School</title>${head}</head><body>${body}</body></html>`
}

const emulator = createEmulator({ pixelId: PIXEL_ID, accessToken: 'test-token' })
const proxy = createHandler({
  config: { pixelId: PIXEL_ID, accessToken: 'test-token', graphUrl: 'https://graph.example' },
  fetch: emulator.fetch,
})

function createPages(): School {
  return {
    files: {
      '/': html(`${FORM}<a href="/courses.html">Courses</a>`),
      '/courses.html': html('<h1>Courses</h1>'),
      '/thanks.html': html('<h1>Thank you</h1>'),
    },
    tracker: { name: 'polaris', declarative: true, pixel: { id: PIXEL_ID } },
    headers: {},
    endpoint: proxy,
    waits: false,
  }
}

/** What a framework renders: routes without page loads, and forms whose script prevents the submission. */
function createApp(): School {
  const app = html(
    '<div id="root"></div>',
    `${TRACKER}<script type="module">
    const root = document.getElementById('root')
    const render = () => {
      root.innerHTML = location.pathname === '/'
        ? \`<h1>School</h1>${FORM.replaceAll('\n', '')}<a href="/courses">Courses</a><a href="/courses"><button type="button">More</button></a>\`
        : '<h1>' + location.pathname + '</h1><a href="/">Home</a>'
      root.querySelector('form')?.addEventListener('submit', async (event) => {
        event.preventDefault()
        await fetch('/api/lead', { method: 'POST', body: new FormData(event.target) })
        root.innerHTML = '<h1>Thank you</h1>'
      })
    }
    addEventListener('click', (event) => {
      const link = event.target.closest('a')
      if (!link) return
      event.preventDefault()
      history.pushState({}, '', link.href)
      render()
    })
    addEventListener('popstate', render)
    render()
  </script>`,
  )
  const school = createPages()
  return {
    ...school,
    files: { '/': app, '/courses': app },
    tracker: { ...school.tracker, singlePage: true },
  }
}

type Fault = [name: string, change: (school: School) => void, codes: string[]]

const replace =
  (path: string, from: string, to: string) =>
  ({ files }: School): void => {
    expect(files[path]).toContain(from)
    files[path] = files[path]!.replaceAll(from, to)
  }
const respond = (status: number, headers?: Record<string, string>) => (school: School) => {
  school.endpoint = () => new Response(null, { status, headers: headers ?? {} })
}
const OWN_PIXEL = (id: string, call = "fbq('track','PageView')") =>
  `<script>!function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){n.callMethod?n.callMethod.apply(n,arguments):n.queue.push(arguments)};if(!f._fbq)f._fbq=n;n.push=n;n.loaded=!0;n.version='2.0';n.queue=[];t=b.createElement(e);t.async=!0;t.src=v;s=b.getElementsByTagName(e)[0];s.parentNode.insertBefore(t,s)}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');fbq('init','${id}');${call}</script>`
const own = 'data-track="Lead"'
const handler =
  (code: string, options = '{ once: true }') =>
  (school: School) => {
    replace('/', ` ${own}`, '')(school)
    replace(
      '/',
      '</body>',
      `<script>lead.addEventListener('submit', (event) => { ${code} }, ${options})</script></body>`,
    )(school)
  }
const TRACK = "polaris.track('Lead', {}, { email: lead.email.value, phone: lead.phone.value })"

const reject = (field: string, pattern: string) =>
  replace(
    '/',
    '</form>',
    `</form><script>lead.addEventListener('submit', (event) => { const isRejected = !${pattern}.test(lead.${field}.value); lead.${field}.ariaInvalid = isRejected; if (isRejected) { event.preventDefault(); event.stopImmediatePropagation() } })</script>`,
  )

const PAGE_FAULTS: Fault[] = [
  ['the script missing on one page', replace('/courses.html', TRACKER, ''), ['tracker-absent']],
  [
    'the script missing on a page that only a sitemap lists',
    ({ files }) => {
      files['/sitemap.xml'] =
        `<sitemapindex><sitemap><loc>${ORIGIN}/2.xml</loc></sitemap></sitemapindex>`
      files['/2.xml'] = `<urlset><url><loc>${ORIGIN}/ad.html</loc></url></urlset>`
      files['/ad.html'] = html('<h1>Summer course</h1>').replace(TRACKER, '')
    },
    ['tracker-absent'],
  ],
  [
    'the script in <noscript>',
    replace('/courses.html', TRACKER, `<noscript>${TRACKER}</noscript>`),
    ['tracker-noscript'],
  ],
  [
    'a type that no browser runs',
    replace('/courses.html', 'defer', 'type="text/plain"'),
    ['tracker-not-run'],
  ],
  [
    'a script that is not deployed',
    replace('/courses.html', '/polaris.js', '/campus/polaris.js'),
    ['tracker-failed'],
  ],
  ['a tracker of another name', (school) => (school.tracker.name = 'other'), ['tracker-renamed']],
  [
    'a CSP in <meta>',
    replace(
      '/courses.html',
      '<title>',
      `<meta http-equiv="Content-Security-Policy" content="script-src 'none'"><title>`,
    ),
    ['csp-blocks'],
  ],
  [
    'a CSP in a header',
    (school) => (school.headers['Content-Security-Policy'] = "connect-src 'none'"),
    ['csp-blocks'],
  ],
  ['an endpoint with 404', respond(404), ['endpoint-status']],
  ['an endpoint with 403', respond(403), ['endpoint-status']],
  ['an endpoint with 500', respond(500), ['endpoint-status']],
  [
    'an endpoint that redirects',
    respond(301, { Location: `${CONVERSION_PATH}/` }),
    ['endpoint-status'],
  ],
  [
    'a pixel of the school',
    replace('/courses.html', '</head>', `${OWN_PIXEL(PIXEL_ID)}</head>`),
    ['page-view-twice'],
  ],
  [
    'a pixel of an agency',
    replace('/courses.html', '</head>', `${OWN_PIXEL('555')}</head>`),
    ['pixel-other'],
  ],
  [
    'an event when the page is opened',
    replace(
      '/courses.html',
      '</body>',
      '<script>addEventListener("load", () => polaris.track("Lead"))</script></body>',
    ),
    ['event-on-load'],
  ],
  ['a form without data-track', replace('/', ` ${own}`, ''), ['form-silent']],
  [
    'a handler that stops the submit event',
    replace(
      '/',
      '</body>',
      '<script>addEventListener("submit", (event) => { event.preventDefault(); event.stopImmediatePropagation() }, true)</script></body>',
    ),
    ['form-not-counted'],
  ],
  ['a form that rejects each name', reject('elements.name', '/^$/'), ['form-rejects']],
  ['a call of track for each submit event', handler(TRACK, '{}'), ['event-twice']],
  ['two calls for one Lead', handler(`${TRACK}; ${TRACK}`), ['event-twice']],
  [
    'an unhashed value in custom data',
    handler("polaris.track('Lead', { contact: lead.email.value }, { email: lead.email.value })"),
    ['value-leaked'],
  ],
  ['an email in the URL', replace('/', 'method="post"', 'method="get"'), ['value-leaked']],
  ['an event without contacts', handler("polaris.track('Lead')"), ['contacts-missing']],
  [
    'a wrong hash',
    handler("polaris.track('Lead', {}, { email: 'x' + lead.email.value })"),
    ['hash-differs'],
  ],
  ['a pixel that is called twice', handler(`${TRACK}; fbq('track', 'Lead')`), ['event-twice']],
  [
    'copies with different IDs',
    handler(
      `fbq('track', 'Lead', {}, { eventID: 'own' }); fetch('${CONVERSION_PATH}', { method: 'POST', keepalive: true, body: JSON.stringify({ event_name: 'Lead', event_id: 'other', user_data: { external_id: 'x' } }) })`,
    ),
    ['copy-ids', 'contacts-missing'],
  ],
  [
    'only the copy of the pixel',
    handler("fbq('track', 'Lead', {}, { eventID: 'own' })"),
    ['copy-missing'],
  ],
  [
    'a thank-you page that counts again',
    (school) => {
      replace('/', ` ${own}`, '')(school)
      replace(
        '/thanks.html',
        '</body>',
        '<script>addEventListener("load", () => document.referrer && polaris.track("Lead"))</script></body>',
      )(school)
    },
    ['event-twice', 'contacts-missing'],
  ],
  [
    'fields without a form',
    (school) => {
      school.files['/'] = html(
        `<div><h2>Book</h2><input type="email" name="email"><input type="tel" name="phone"><button type="button">Book</button></div>`,
      )
    },
    ['fields-without-form'],
  ],
  [
    'a form of another company in a frame',
    replace(
      '/courses.html',
      '</body>',
      '<iframe src="https://calendly.example/book"></iframe></body>',
    ),
    ['form-framed'],
  ],
  [
    'consent that is ignored',
    (school) => {
      school.waits = true
      school.tracker.consent = 'wait'
      replace('/courses.html', '</head>', `${OWN_PIXEL(PIXEL_ID)}</head>`)(school)
    },
    ['consent-ignored', 'consent-unasked', 'page-view-twice'],
  ],
  [
    'consent that nothing asks for',
    (school) => {
      school.waits = true
      school.tracker.consent = 'wait'
    },
    ['consent-unasked'],
  ],
]

const APP_FAULTS: Fault[] = [
  [
    'a route without a page view',
    (school) => (school.tracker.singlePage = false),
    ['route-silent'],
  ],
  [
    'a PageView of the router',
    replace(
      '/',
      "history.pushState({}, '', link.href)",
      "history.pushState({}, '', link.href); polaris.track('PageView')",
    ),
    ['route-twice'],
  ],
  ['a form without data-track', replace('/', ` ${own}`, ''), ['form-silent']],
  [
    'a form in a dialog without data-track',
    (school) => {
      replace('/', ` ${own}`, '')(school)
      replace(
        '/',
        '<form',
        '<button type=button onclick="this.nextElementSibling.showModal()">Open</button><dialog><form',
      )(school)
      replace('/', '</form>', '</form></dialog>')(school)
    },
    ['form-silent'],
  ],
]

const RIGHT: [string, (school: School) => void][] = [
  ['as it is', () => {}],
  ['with a call of track', handler(TRACK)],
  [
    'whose pixel also sends a custom event',
    replace(
      '/',
      '</form>',
      "</form><script>lead.onsubmit = () => fbq('trackCustom', 'FormStart')</script>",
    ),
  ],
  [
    'whose framework checks the origin of requests without JSON, and whose form leads on at once',
    (school) => {
      school.endpoint = (request) =>
        request.headers.get('Content-Type') === 'application/json'
          ? proxy(request)
          : new Response(null, { status: 403 })
      replace(
        '/',
        '</form>',
        "</form><script>lead.onsubmit = async (event) => { event.preventDefault(); await fetch('/lead', { method: 'POST' }); lead.reset(); location.assign('/thanks.html') }</script>",
      )(school)
    },
  ],
  ['that rejects a phone with a sign when it is sent', reject('phone', '/^[0-9]{10}$/')],
]

const busy = (ms: number) =>
  `setTimeout(() => { for (const end = Date.now() + ${ms}; Date.now() < end;); }, 50)`
const PUSH = "history.pushState({}, '', link.href)\n      render()"
const RIGHT_APPS: typeof RIGHT = [
  ['as it is', () => {}],
  [
    'that is busy after the way back',
    (school) => {
      replace(
        '/',
        '<a href="/courses"><button type="button">More</button>',
        '<a href="/about">About',
      )(school)
      replace('/', "('popstate', render)", `('popstate', () => { render(); ${busy(800)} })`)(school)
      replace('/', PUSH, `setTimeout(() => { ${PUSH} }, 100)`)(school)
      school.files['/about'] = school.files['/']!
    },
  ],
  ['that is busy after a click', replace('/', PUSH, `${PUSH}; ${busy(2500)}`)],
]

const chromium = useChromium()
const servers: Server[] = []
// Tests run at the same time.
afterAll(() => Promise.all(servers.map((server) => server.close(true))))

const OPTIONS = { paths: ['/'], maxPages: 5, signal: new AbortController().signal, onProgress() {} }

async function startSchool(
  school: School,
  onRequest: (request: Request) => unknown = () => {},
): Promise<Server> {
  const script = buildTracker(school.tracker)
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    silent: true,
    fetch(request) {
      onRequest(request)
      const { pathname } = new URL(request.url)
      if (pathname === CONVERSION_PATH) return school.endpoint(request)
      if (pathname === '/polaris.js') {
        return new Response(script, { headers: { 'Content-Type': 'text/javascript' } })
      }
      const body = school.files[pathname]
      const headers = { 'Content-Type': 'text/html', ...school.headers }
      return new Response(body ?? 'Not found', { status: body === undefined ? 404 : 200, headers })
    },
  })
  servers.push(server)
  return server.ready()
}

async function visitChanged(school: School, options: { maxPages?: number } = {}) {
  const server = await startSchool(school)
  const endpoint = ORIGIN + CONVERSION_PATH
  return visitSite({
    ...OPTIONS,
    ...options,
    browser: chromium.browser,
    target: { origin: ORIGIN, server: new URL(server.url!).origin, endpoint, emulator },
    site: { name: 'polaris', pixelId: PIXEL_ID, hasPixel: true, endpoint },
    consent: { waits: school.waits },
  })
}

const codes = (visited: Awaited<ReturnType<typeof visitChanged>>) => [
  ...new Set(visited.findings.map(({ code }) => code)),
]

describe.concurrent.each([
  ['pages', createPages, RIGHT, PAGE_FAULTS],
  ['an app', createApp, RIGHT_APPS, APP_FAULTS],
] as const)('visit of %s', (_, create, right, faults) => {
  it.each(right)('reports nothing about a right one, %s', async (_name, change) => {
    const school = create()
    change(school)
    const visited = await visitChanged(school)
    expect(visited.findings).toEqual([])
    expect(visited.forms).toEqual([{ path: '/', events: ['Lead'] }])
  })

  it.each(faults)('reports %s, and nothing else', async (_name, change, expected) => {
    const school = create()
    change(school)
    expect(codes(await visitChanged(school)).toSorted()).toEqual(expected.toSorted())
  })
})

it('fails if it saw no page', async () => {
  const visiting = visitChanged({ ...createPages(), files: {} })
  await expect(visiting).rejects.toThrow(/^visit saw no page\. .* 404\.$/)
})

it('visits one page of each kind first', async () => {
  const school = createPages()
  const names = ['photo1', 'photo2', 'photo3', 'contact'].map((name) => `/${name}.html`)
  const links = names.map((path) => `<a href="${path}">Page</a>`).join('')
  school.files['/'] = html(links)
  for (const path of names) school.files[path] = html('<h1>Page</h1>')
  const { pages } = await visitChanged(school, { maxPages: 3 })
  expect(pages).toEqual(['/', '/photo1.html', '/contact.html'])
})

it('names the reason if the tracker is silent, because the site is elsewhere', async () => {
  const school = createPages()
  school.tracker = { ...school.tracker, siteUrl: ORIGIN }
  expect(codes(await visitChanged(school))).toEqual([])
  const origin = new URL((await startSchool(school)).url!).origin
  const endpoint = origin + CONVERSION_PATH
  const visited = await visitSite({
    ...OPTIONS,
    maxPages: 1,
    browser: chromium.browser,
    target: { origin, endpoint, emulator, handle: proxy },
    site: { name: 'polaris', pixelId: PIXEL_ID, hasPixel: true, endpoint },
    consent: {},
  })
  expect(codes(visited)).toEqual(['tracker-preview', 'pages-left'])
})

it('sends nothing to a published site but GET and HEAD', async () => {
  const received: string[] = []
  const school = createPages()
  school.files['/'] += `<script>
    navigator.sendBeacon('/beacon', 'x'); fetch('/api', { method: 'PUT' }); new WebSocket('ws://' + location.host)
    addEventListener('pagehide', () => { navigator.sendBeacon('/late'); fetch('/late', { method: 'POST', keepalive: true }) })
  </script>`
  school.files['/courses.html'] = html(
    FORM.replace('id="lead"', 'method="get"').replace('method="post"', ''),
  )
  const server = await startSchool(school, ({ method, url }) =>
    received.push(`${method} ${new URL(url).pathname}`),
  )
  const origin = new URL(server.url!).origin
  const endpoint = origin + CONVERSION_PATH
  const visited = await visitSite({
    ...OPTIONS,
    browser: chromium.browser,
    target: { origin, endpoint, emulator, handle: proxy },
    site: { name: '', pixelId: undefined, hasPixel: true, endpoint },
    consent: {},
  })
  expect(visited.forms.map(({ events }) => events)).toEqual([['Lead'], ['Lead']])
  expect(received.length).toBeGreaterThan(10)
  expect(received.filter((each) => !/^(?:GET|HEAD) /.test(each))).toEqual([])
  expect(received.filter((each) => each.includes(CONVERSION_PATH))).toEqual([])
})
