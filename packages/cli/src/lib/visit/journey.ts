import type { Browser, Page } from 'playwright-core'

import { answerRequests, describe, type Target, type Traffic } from './answer-requests.ts'
import { LATE_KEY } from './late-requests.ts'

/** A visitor with a browser of their own: no cookies, nothing stored. */
export interface Journey {
  page: Page
  traffic: Traffic
  /** Uncaught errors, with their stacks. */
  errors: string[]
  /** What the tracker has written into the console. */
  lines: string[]
  /** What the Content-Security-Policy of the page has blocked. */
  violations: Violation[]
  /** Why the first page was not shown. */
  problem?: string
  /** Leaves the last page, and collects what it has sent meanwhile. */
  end: () => Promise<void>
}

export interface Violation {
  url: string
  directive: string
}

/** How long a page may load, in milliseconds. */
const LOAD_MS = 20_000
/** Without a request for this long, a page is idle. */
const QUIET_MS = 400

export async function startJourney(
  browser: Browser,
  target: Target,
  path: string,
): Promise<Journey> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    acceptDownloads: false,
    ignoreHTTPSErrors: target.server !== undefined,
  })
  context.setDefaultTimeout(LOAD_MS)
  const traffic = await answerRequests(context, target)
  const violations: Violation[] = []
  await context.exposeBinding('visitViolation', (_, each: Violation) => void violations.push(each))
  await context.addInitScript(() => {
    const report = (self as unknown as { visitViolation: (each: Violation) => void }).visitViolation
    addEventListener('securitypolicyviolation', ({ blockedURI: url, effectiveDirective }) =>
      report({ url, directive: effectiveDirective }),
    )
  })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message, stack = '' }) => errors.push(`${message}\n${stack}`))
  const lines: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('conversion-capi: ')) lines.push(message.text())
  })
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
  context.on('page', (other) => void other.close().catch(() => {}))
  const problem = await page
    .goto(target.origin + path)
    .then(
      (response) =>
        (response?.status() ?? 200) >= 400 ? `it responds with ${response!.status()}` : undefined,
      describe,
    )
  return {
    page,
    traffic,
    errors,
    lines,
    violations,
    ...(problem !== undefined && { problem }),
    async end() {
      await page.goto('about:blank').catch(() => {})
      await traffic.collectLate().catch(() => {})
      await context.close()
    },
  }
}

/** Waits until a condition holds, until no request was sent for a moment, or until the time is over. */
export async function settle(
  { page, traffic }: Journey,
  { until, maxMs = 6000 }: { until?: () => boolean; maxMs?: number } = {},
): Promise<void> {
  const end = performance.now() + maxMs
  const isQuiet = () => traffic.open === 0 && performance.now() - traffic.lastChange > QUIET_MS
  while (performance.now() < end && !page.isClosed()) {
    if (isQuiet() && (until?.() ?? true)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * Events follow the load of the page by a moment. A tracker that waits for consent sends none.
 *
 * @param from How many copies were there before the page was loaded.
 */
export async function waitForTracker(journey: Journey, from = 0): Promise<void> {
  const { copies } = journey.traffic
  const sources = () => new Set(copies.slice(from).map(({ source }) => source))
  await settle(journey, { until: () => sources().size === 2, maxMs: 2500 })
  // A busy machine or server responds late.
  await settle(journey, { maxMs: 8000 })
}

/** What a page has stored that a visitor must agree to. */
export async function listStored({ page }: Journey): Promise<string[]> {
  const cookies = await page.context().cookies()
  const keys = await page
    .evaluate((late) => Object.keys(localStorage).filter((key) => key !== late), LATE_KEY)
    .catch(() => [])
  return [
    ...cookies.map(({ name }) => name).filter((name) => /^_fb[cp]$/.test(name)),
    ...keys.filter((key) => /@\d|^capi_/.test(key)),
  ]
}

/**
 * The buttons of consent platforms that accept everything.
 *
 * @see https://github.com/duckduckgo/autoconsent (version 16.23.0, rules and lib/cmps)
 */
const ACCEPT_BUTTONS = [
  '#CybotCookiebotDialogBodyLevelButtonAccept',
  '#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll',
  '#CybotCookiebotDialogBodyButtonAccept',
  '#onetrust-accept-btn-handler',
  '.klaro .cm-btn-accept-all',
  '.klaro .cookie-notice .cm-btn-success',
  '#cc-main [data-role="all"]',
  '.cmplz-cookiebanner .cmplz-accept',
  '.cky-consent-container [data-cky-tag="accept-button"]',
  '#didomi-notice-agree-button',
  '.iubenda-cs-accept-btn',
  '#tarteaucitronPersonalize2',
  '#tarteaucitronPersonalize',
  '.brlbs-btn-accept-all',
  '#cookiescript_accept',
  'button[data-cookiefirst-action="accept"]',
  'button#axeptio_btn_acceptAll',
  '[data-tid="banner-accept"]',
  '#usercentrics-root [data-testid="uc-accept-all-button"]',
].join(', ')

/** Agrees in a known banner, or otherwise through the tracker's API. Returns how. */
export async function agree({ page }: Journey, name: string): Promise<'banner' | 'api'> {
  const button = page.locator(ACCEPT_BUTTONS).filter({ visible: true }).first()
  if (await button.isVisible().catch(() => false)) {
    await button.click({ timeout: 2000 }).catch(() => {})
    return 'banner'
  }
  type Global = Record<string, { consent?: (decision: boolean) => void } | undefined>
  const consent = (tracker: string) => (self as unknown as Global)[tracker]?.consent?.(true)
  await page.evaluate(consent, name).catch(() => {})
  return 'api'
}
