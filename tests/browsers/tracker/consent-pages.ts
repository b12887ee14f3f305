import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { buildSync } from 'esbuild'
import type { Page } from 'playwright-core'

export interface ConsentPage {
  /** The name of the platform on the page "Consent platforms". */
  name: string
  /** What that page says it is tested with. */
  testedWith: string
  /** The HTML that installs the platform. Loads `/platform.js`. */
  head: string
  script: string
  /** Whether the platform must load before the copied script. */
  isBeforeCopied?: boolean
  /** Waits until the visitor can decide. */
  show: (page: Page) => Promise<unknown>
  /** Decides by clicking, also for the second time. */
  decide: (page: Page, isAccepted: boolean) => Promise<unknown>
}

const LOAD = '<script src="/platform.js"></script>'

const LOAD_AFTER_PARSING = '<script src="/platform.js" defer></script>'

/** Loads the platform after the page, and thus after the script that is copied from the documentation. */
const LOAD_LATE = `<script>
  addEventListener('load', () => {
    document.head.append(Object.assign(document.createElement('script'), { src: '/platform.js' }))
  })
</script>`

/**
 * The start of the platforms that imitate a documented API: two buttons, which store the decision. The script of a
 * platform defines `apply`, which is called with the decision, and with `'now'` or `'earlier'`.
 */
const BUTTONS = `
const stored = localStorage.getItem('decision')
const showButtons = () => {
  for (const [text, isAccepted] of [['Accept', true], ['Refuse', false]]) {
    const button = document.createElement('button')
    button.textContent = text
    button.onclick = () => {
      localStorage.setItem('decision', isAccepted)
      apply(isAccepted, 'now')
    }
    document.body.append(button)
  }
}
if (document.body) showButtons()
else addEventListener('DOMContentLoaded', showButtons)
if (stored) apply(stored === 'true', 'earlier')
`

const WITH_BUTTONS: Pick<ConsentPage, 'show' | 'decide'> = {
  show: (page) => page.getByRole('button', { name: 'Accept' }).waitFor(),
  decide: (page, isAccepted) =>
    page.getByRole('button', { name: isAccepted ? 'Accept' : 'Refuse' }).click(),
}

const COOKIEBOT = imitate(
  'Cookiebot',
  `
window.Cookiebot = { hasResponse: false, consent: { necessary: true, marketing: false } }
function apply(isAccepted, when) {
  // Withdrawing removes the response.
  const isWithdrawn = when === 'now' && !isAccepted && Cookiebot.consent.marketing
  Cookiebot.hasResponse = !isWithdrawn
  Cookiebot.consent.marketing = isAccepted
  dispatchEvent(new Event('CookiebotOnConsentReady'))
  dispatchEvent(new Event(isAccepted ? 'CookiebotOnAccept' : 'CookiebotOnDecline'))
}
`,
)

const ONETRUST = imitate(
  'OneTrust',
  `
const update = (isAccepted) => {
  const groups = isAccepted ? ['C0001', 'C0004'] : ['C0001']
  window.OnetrustActiveGroups = ',' + groups.join() + ','
  dispatchEvent(new CustomEvent('OneTrustGroupsUpdated', { detail: groups }))
}
if (localStorage.getItem('decision') === null) update(false)
function apply(isAccepted, when) {
  update(isAccepted)
  // After the receipt has been sent.
  if (when === 'now') setTimeout(() => dispatchEvent(new Event('OTConsentApplied')))
}
`,
)

const USERCENTRICS = imitate(
  'Usercentrics',
  `
const details = {
  consent: { type: 'IMPLICIT', status: 'ALL_DENIED' },
  categories: {
    essential: { essential: true, state: 'ALL_ACCEPTED' },
    marketing: { state: 'ALL_DENIED' },
  },
}
window.__ucCmp = {
  isInitialized: async () => true,
  getConsentDetails: async () => structuredClone(details),
}
if (localStorage.getItem('decision') === null) dispatchEvent(new Event('UC_UI_INITIALIZED'))
function apply(isAccepted, when) {
  details.consent.type = 'EXPLICIT'
  details.categories.marketing.state = isAccepted ? 'ALL_ACCEPTED' : 'ALL_DENIED'
  dispatchEvent(new Event(when === 'now' ? 'UC_CONSENT' : 'UC_UI_INITIALIZED'))
}
`,
)

const CONSENT_MODE = imitate(
  'Google Consent Mode',
  `
function apply(isAccepted) {
  const decision = isAccepted ? 'granted' : 'denied'
  // Some platforms update the types one by one.
  gtag('consent', 'update', { analytics_storage: 'granted' })
  gtag('consent', 'update', { ad_storage: decision })
  gtag('consent', 'update', { ad_user_data: decision, ad_personalization: decision })
  dataLayer.push({ event: 'decided' })
}
`,
  `<script>
  window.dataLayer = window.dataLayer || []
  function gtag() { dataLayer.push(arguments) }
  gtag('consent', 'default', {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    wait_for_update: 500,
  })
  gtag('js', new Date())
</script>`,
)

const STUB = readLibrary('@iabtcf/stub', import.meta.resolve('@iabtcf/stub'))
const CMP_API = readLibrary('@iabtcf/cmpapi', import.meta.resolve('@iabtcf/cmpapi'))

/** A platform with the IAB's libraries. Its banner is not part of them. */
const TCF: ConsentPage = {
  name: 'IAB TCF',
  testedWith: `${STUB.label}, ${CMP_API.label}`,
  head: `<script>${STUB.code}</script>${LOAD}`,
  script: bundle(`
    import { CmpApi } from '@iabtcf/cmpapi'
    import { GVL, TCModel, TCString } from '@iabtcf/core'
    const cmp = new CmpApi(31, 1, true)
    // An empty list of vendors.
    const VENDORS = {
      gvlSpecificationVersion: 3,
      vendorListVersion: 100,
      tcfPolicyVersion: 5,
      lastUpdated: '2026-11-01T00:00:00Z',
      purposes: {},
      specialPurposes: {},
      features: {},
      specialFeatures: {},
      stacks: {},
      dataCategories: {},
      vendors: {},
    }
    const encode = (isAccepted) => {
      const model = new TCModel(new GVL(VENDORS))
      Object.assign(model, { cmpId: 31, cmpVersion: 1, isServiceSpecific: true })
      model.purposeConsents.set(isAccepted ? [1, 2, 3, 4, 7] : [1])
      return TCString.encode(model)
    }
    function apply(isAccepted, when) {
      // The dialog was opened again.
      if (when === 'now') cmp.update(encode(false), true)
      cmp.update(encode(isAccepted), false)
    }
    if (localStorage.getItem('decision') === null) cmp.update('', true)
    ${BUTTONS}
  `),
  ...WITH_BUTTONS,
}

const KLARO_LIBRARY = readLibrary('klaro', import.meta.resolve('klaro'))

const KLARO: ConsentPage = {
  name: 'Klaro',
  testedWith: KLARO_LIBRARY.label,
  head: `<script>
  window.klaroConfig = {
    acceptAll: true,
    // Must not count as a decision.
    default: true,
    services: [
      { name: 'meta', title: 'Meta', purposes: ['marketing'] },
      { name: 'maps', title: 'Maps', purposes: ['functional'] },
    ],
  }
</script>${LOAD_AFTER_PARSING}`,
  script: KLARO_LIBRARY.code,
  isBeforeCopied: true,
  show: (page) => page.locator('.klaro .cookie-notice').waitFor(),
  async decide(page, isAccepted) {
    await page.evaluate('klaro.show(undefined, true)')
    const modal = page.locator('.klaro .cookie-modal')
    // The checkbox is behind its label.
    const checkbox = modal.locator('#service-item-meta')
    if ((await checkbox.isChecked()) !== isAccepted) await checkbox.dispatchEvent('click')
    await modal.locator('.cm-btn-accept').click()
    await modal.waitFor({ state: 'detached' })
  },
}

const VANILLA_LIBRARY = readLibrary(
  'vanilla-cookieconsent',
  import.meta.resolve('vanilla-cookieconsent'),
)

const VANILLA: ConsentPage = {
  name: 'vanilla-cookieconsent',
  testedWith: VANILLA_LIBRARY.label,
  head: LOAD_AFTER_PARSING,
  script: `${VANILLA_LIBRARY.code}
CookieConsent.run({
  hideFromBots: false,
  categories: { necessary: { enabled: true, readOnly: true }, marketing: {} },
  language: {
    default: 'en',
    translations: {
      en: {
        consentModal: {
          title: 'Cookies',
          acceptAllBtn: 'Accept',
          acceptNecessaryBtn: 'Refuse',
        },
        preferencesModal: {
          title: 'Cookies',
          acceptAllBtn: 'Accept',
          acceptNecessaryBtn: 'Refuse',
          sections: [{ title: 'Marketing', linkedCategory: 'marketing' }],
        },
      },
    },
  },
})`,
  show: (page) => page.locator('#cc-main .cm').waitFor(),
  async decide(page, isAccepted) {
    await page.evaluate('CookieConsent.showPreferences()')
    await page
      .locator('#cc-main .pm')
      .getByRole('button', { name: isAccepted ? 'Accept' : 'Refuse' })
      .click()
  },
}

/** The platforms, in the order of the documentation. */
export const CONSENT_PAGES: ConsentPage[] = [
  COOKIEBOT,
  ONETRUST,
  USERCENTRICS,
  KLARO,
  VANILLA,
  TCF,
  CONSENT_MODE,
]

/** Returns the same page, but it loads its platform after the page. */
export function loadLate(page: ConsentPage): ConsentPage {
  return { ...page, head: page.head.replace(/<script src="\/platform.js".*?<\/script>/, LOAD_LATE) }
}

/** Returns a page with a platform whose documented API is imitated by `script`. */
function imitate(name: string, script: string, head = ''): ConsentPage {
  return {
    name,
    testedWith: 'documented API',
    head: head + LOAD,
    script: `(() => {${script}${BUTTONS}})()`,
    ...WITH_BUTTONS,
  }
}

interface Library {
  label: string
  code: string
}

/** Reads a package. Not all of them export their `package.json`. */
function readLibrary(name: string, main: string): Library {
  const root = main.slice(0, main.lastIndexOf(`/${name}/`) + name.length + 2)
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return { label: `${name} ${version}`, code: readFileSync(fileURLToPath(main), 'utf8') }
}

function bundle(contents: string): string {
  const stdin = { contents, resolveDir: import.meta.dirname }
  return buildSync({ stdin, bundle: true, write: false, format: 'iife' }).outputFiles[0]!.text
}
