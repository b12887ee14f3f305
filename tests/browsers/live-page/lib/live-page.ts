import { createEmulator, type Emulator, type EmulatorOptions } from '@conversion-capi/emulator'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { serve } from 'srvx'

export interface RunningEmulator {
  emulator: Emulator
  url: string
  close: () => Promise<void>
}

/** Starts an emulator, on a free port by default. */
export async function startEmulator(
  options: EmulatorOptions = {},
  port = 0,
): Promise<RunningEmulator> {
  const emulator = createEmulator(options)
  const server = serve({
    port,
    hostname: '127.0.0.1',
    silent: true,
    fetch: (request) => emulator.fetch(request).catch(() => new Response(null, { status: 502 })),
  })
  await server.ready()
  return { emulator, url: `${server.url!.replace(/\/$/, '')}/`, close: () => server.close(true) }
}

export interface LivePage {
  page: Page
  rows: Locator
  details: Locator
  openRow: (text: string) => Promise<void>
  /** Uncaught errors, console errors and violations of the policy. */
  errors: string[]
  origins: Set<string>
  close: () => Promise<void>
}

export async function openLivePage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<LivePage> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'UTC',
    ...options,
  })
  const page = await context.newPage()
  const errors: string[] = []
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(url)
  const rows = page.locator('.row')
  return {
    page,
    rows,
    errors,
    origins,
    details: page.locator('.details'),
    openRow: (text) => rows.filter({ hasText: text }).first().click(),
    close: () => context.close(),
  }
}
