import fc from 'fast-check'
import { expect, it } from 'vitest'

import { PAGE } from '../project/write-project.fixture.ts'
import { checkFiles } from './check-files.fixture.ts'

const TRACKER = '<script src="/nord.js" defer></script>'
const CONNECTED = '<script type="module">nord.consent(window.isAccepted)</script>'

/** Checks a page with this HTML at the end of its head. Returns the codes and the messages about consent. */
function check(
  html: string,
  { waits = false, tracker = TRACKER, files = {} as Record<string, string> } = {},
): [code: string | undefined, message: string][] {
  const page = PAGE.replace(TRACKER, () => tracker).replace('</head>', () => `${html}</head>`)
  return checkFiles({ '/': page, ...files }, { tracker: waits ? { consent: 'wait' } : {} })
    .filter(({ code }) => code?.startsWith('consent-') || code === 'tracker-attribute')
    .map(({ code, message }) => [code, message])
}

const PLATFORMS: [name: string, html: string][] = [
  ['Cookiebot', '<script src="https://consent.cookiebot.com/uc.js" data-cbid="0"></script>'],
  ['Cookiebot', '<script src="//consent.cookiebot.eu/uc.js" async></script>'],
  ['OneTrust', '<script src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js"></script>'],
  ['OneTrust', '<script src="/onetrust/otSDKStub.js"></script>'],
  ['Usercentrics', '<script src="https://web.cmp.usercentrics.eu/ui/loader.js" async></script>'],
  ['Klaro', '<script src="/klaro.js" defer></script>'],
  ['Klaro', '<script src="https://cdn.kiprotect.com/klaro/v0.7/klaro-no-css.js"></script>'],
  ['vanilla-cookieconsent', '<script src="/js/cookieconsent.umd.js"></script>'],
  [
    'vanilla-cookieconsent',
    '<script type="module">import "https://esm.sh/vanilla-cookieconsent@3.1.0"</script>',
  ],
  ['Complianz', '<script src="/wp-content/plugins/complianz-gdpr/cookiebanner/js/a.js"></script>'],
  ['consentmanager', '<script src="https://delivery.consentmanager.net/a.js"></script>'],
  ['CookieYes', '<script src="https://cdn-cookieyes.com/client_data/0/script.js"></script>'],
  [
    'Didomi',
    '<script>s.src = "https://sdk.privacy-center.org/" + key; document.head.append(s)</script>',
  ],
  ['iubenda', '<script src="//cdn.iubenda.com/cs/iubenda_cs.js" async></script>'],
  ['tarteaucitron', '<script src="https://tarteaucitron.io/load.js?domain=a&uuid=b"></script>'],
  ['tarteaucitron', '<script>tarteaucitron.init({ hashtag: "#tarteaucitron" })</script>'],
  ['Termly', '<script src="https://app.termly.io/resource-blocker/0?autoBlock=on"></script>'],
  ['a platform of the IAB TCF', '<script>window.__tcfapi = function () {}</script>'],
  ['Google Consent Mode', '<script>gtag("consent", "default", { ad_storage: "denied" })</script>'],
]

it.each(PLATFORMS)('recognizes %s: %s', (name, html) => {
  expect(check(html)).toEqual([['consent-ignored', expect.stringContaining(` ${name}`)]])
  expect(check(html, { waits: true })).toEqual([
    ['consent-not-connected', expect.stringContaining(` ${name}`)],
  ])
  expect(check(html + CONNECTED)).toEqual([
    ['consent-not-awaited', expect.stringContaining(` ${name}`)],
  ])
  expect(check(html + CONNECTED, { waits: true })).toEqual([])
})

it.each(['f = () => window.__tcfapi?.("addEventListener", 2, g)', 'w = a.s.__tcfapi'])(
  'takes a script that only reads the API of platforms for none: %s',
  (code) => expect(check(`<script>${code}</script>`)).toEqual([]),
)

it('reports a tracker that waits although nothing can grant consent', () => {
  expect(check('', { waits: true })).toMatchObject([['consent-not-connected', {}]])
  expect(check(CONNECTED, { waits: true })).toEqual([])
})

const [[, COOKIEBOT]] = PLATFORMS as [[string, string]]

it.each([
  ['in an event handler', '<a onclick="window.nord?.consent(false)">Refuse</a>', {}],
  ['of a tracker in a variable', '<script>f = (t = nord) => t.consent(true)</script>', {}],
  ['in a file', '<script src="/site.js" defer></script>', { '/site.js': 'f = () => a.consent(b)' }],
])('takes a call %s as a connection', (_, html, files) => {
  expect(check(COOKIEBOT + html, { waits: true, files })).toEqual([])
})

it.each([
  ['of Google', 'gtag("consent", "update", { ad_storage: "granted" })'],
  ['of the pixel', 'fbq("consent", "grant")'],
  ['that only reads the decision', 'f = () => Cookiebot.consent.marketing'],
])('takes no call %s as a connection', (_, code) => {
  expect(check(`${COOKIEBOT}<script>${code}</script>`, { waits: true })).toMatchObject([
    ['consent-not-connected', {}],
  ])
})

it.each([
  ['a page without a tracker', COOKIEBOT, { tracker: '' }],
  [
    'a tracker that the platform releases',
    COOKIEBOT,
    { tracker: '<script type="text/plain" data-cookieconsent="a" src="/nord.js"></script>' },
  ],
  ['a script that cannot be parsed', `${COOKIEBOT}<script>nord.consent(</script>`, {}],
  ['Google defaults without a banner', '<script>gtag("consent", "default", {})</script>', {}],
  ['data that names a platform', '<script type="application/json">"/klaro.js"</script>', {}],
  ['a link to a platform', '<a href="https://consent.cookiebot.com/">Cookies</a>', {}],
  ['a script with a similar name', '<script src="/not-klaro.js"></script>', {}],
])('says nothing about %s', (_, html, options) => {
  expect(check(html, options)).toEqual([])
})

it.each([
  ['a tag manager', '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>'],
  ['a script that cannot be parsed', '<script>nord.consent(</script>'],
])('warns that only %s can pass the decision', (_, html) => {
  expect(check(COOKIEBOT + html, { waits: true })).toEqual([
    ['consent-unconnected', expect.stringContaining(' of Cookiebot, but no code')],
  ])
  expect(check(COOKIEBOT + html + CONNECTED, { waits: true })).toEqual([])
})

it('reads from the ready script whether it waits', () => {
  const ready = (attribute: string) =>
    `<script src="/tracker.js" data-name="nord" ${attribute} defer></script>`
  expect(check(COOKIEBOT, { tracker: ready('') })).toMatchObject([['consent-ignored', {}]])
  expect(check(COOKIEBOT, { tracker: ready('data-consent="wait"') })).toMatchObject([
    ['consent-not-connected', {}],
  ])
})

it('accepts the attributes with which a platform is told to leave the tracker alone', () => {
  const attributes = 'data-cookieconsent="ignore" data-ot-ignore class="optanon-category-C0001"'
  const tracker = `<script src="/tracker.js" data-name="nord" ${attributes} defer></script>`
  expect(check('', { tracker })).toEqual([])
})

it('reports one platform of a page, wherever its script is', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(PLATFORMS, { minLength: 1 }), fc.boolean(), (some, waits) => {
      const codes = check(some.map(([, html]) => html).join('\n'), { waits }).map(([code]) => code)
      expect(codes).toEqual([waits ? 'consent-not-connected' : 'consent-ignored'])
    }),
  )
})

it('says nothing about text that names platforms', () => {
  const names = [...PLATFORMS.map(([name]) => name), 'klaro.js', '__tcfapi', 'consent']
  const text = fc.array(fc.constantFrom(...names)).map((some) => some.join(' '))
  fc.assert(
    fc.property(text, (text) => {
      const html = `<meta name="keywords" content="${text}"><style>/* ${text} */</style>`
      expect(check(html)).toEqual([])
    }),
  )
})
