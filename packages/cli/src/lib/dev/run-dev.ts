import { setTimeout } from 'node:timers/promises'

import type { Finding } from '@conversion-capi/content'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import {
  CommandError,
  describeFinding,
  formatFinding,
  groupFindings,
} from '@conversion-capi/meta/terminal'
import type { ServerRequest } from 'srvx'

import { listen, serveEmulator } from './dev-session.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import { refuseFramework } from '../project/project-folders.ts'
import { EXAMPLE_PIXEL_ID } from '../project/site-options.ts'
import { isMeta } from './blocked-hosts.ts'
import { createRecordReport, type DevLine } from './describe-event.ts'
import { ACCESS_TOKEN, createDevProxy } from './dev-proxy.ts'
import { DEV_PATHS, DEV_SCRIPT } from './dev-script.ts'
import { type DevSite, errorPage, renderDevSite } from './render-dev-site.ts'
import { createSiteCache } from '../site/read-site.ts'
import { type Watched, watchProject } from './watch-project.ts'

/** Options of {@link runDev}. */
export interface DevOptions {
  /** The folder of the project. @default '.' */
  dir?: string
  /** The port to listen on. 0 selects a free one. @default 3000 */
  port?: number
  /** Called with what happens, one line each: events, changes, problems. @default nothing */
  log?: (line: DevLine) => void
}

/** A running development server. */
export interface DevServer {
  /** The URL of the home page. */
  url: string
  /** The URL of the page of facts. */
  forLlmUrl: string
  /** The URL of the emulator's live page. */
  emulatorUrl: string
  emulator: Emulator
  /** Resolves when the findings in the present files have been logged. */
  checked: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Serves a project on one port of this machine: pages, tracker, generated files, proxy and emulator. Never sends
 * anything to Meta.
 *
 * @returns The server, after it has started to listen.
 * @throws {CommandError} If the project cannot be loaded, or the port cannot be opened.
 */
export async function runDev(options: DevOptions = {}): Promise<DevServer> {
  const { dir = '.', port = 3000, log: write = () => {} } = options
  const log = (level: DevLine['level'], message: string): void => write({ level, message })
  let project = await loadProject(dir, { isDraft: true })
  refuseFramework(project.site, 'dev')
  const { pixelId } = project.site
  if (pixelId === EXAMPLE_PIXEL_ID) {
    log(
      'warning',
      `school.config.ts has no pixelId, so dev uses the example ${pixelId}. Add yours before "npm run build".`,
    )
  }
  const emulator = createEmulator({ pixelId, accessToken: ACCESS_TOKEN, siteUrl: '/' })
  const reportRecords = createRecordReport(emulator)
  // Differs after a restart, so that pages that reconnect reload.
  let version = Date.now()
  const cache = createSiteCache()
  let findings: Finding[] = []
  const changes = createChanges(() => ({
    version: String(version),
    problems: groupFindings(findings).map((finding) => formatFinding(finding, false)),
  }))
  const started = Promise.withResolvers<void>()
  // One reload at a time, after the start.
  let reloading = started.promise
  const stopWatching = watchProject(project.root, project.site, (changed) => void reload(changed))
  let site = await render(project)
  const handleEvent = createDevProxy({ emulator, pixelId, write, reportRecords })
  const server = await listen(port, respond).catch((error: unknown) => {
    stopWatching()
    throw error
  })
  let checking = checkLater(version)
  started.resolve()

  return {
    url: `${server.origin}/`,
    forLlmUrl: `${server.origin}/for-llm/`,
    emulatorUrl: `${server.origin}/emulator/`,
    emulator,
    checked: () => checking,
    async close() {
      stopWatching()
      await reloading
      version += 1
      await checking
      changes.close()
      await server.close()
    },
  }

  async function respond(request: ServerRequest): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === CONVERSION_PATH) return handleEvent(request)
    if (pathname.startsWith('/emulator/')) {
      const response = await serveEmulator(emulator, request)
      reportRecords().forEach(write)
      return response
    }
    if (pathname === DEV_PATHS.changes) return changes.subscribe()
    if (pathname === DEV_PATHS.violations) return reportViolation(request)
    if (pathname === DEV_PATHS.unsent) return reportWaiting()
    if (pathname === DEV_PATHS.script) {
      const headers = { 'Content-Type': 'text/javascript; charset=utf-8' }
      return new Response(DEV_SCRIPT, { headers })
    }
    if (site instanceof CommandError) return showError(site)
    return site.serve(request).catch((error) => showError(toCommandError(error)))
  }

  function showError(error: CommandError): Response {
    const headers = { 'Content-Type': 'text/html; charset=utf-8' }
    return new Response(errorPage(error, version), { status: 500, headers })
  }

  async function reportViolation(request: Request): Promise<Response> {
    const report = await request.json().catch(() => null)
    const blocked: unknown = report?.['csp-report']?.['blocked-uri']
    if (typeof blocked === 'string' && URL.canParse(blocked)) {
      const { host } = new URL(blocked)
      const reason = isMeta(blocked)
        ? 'Development never reaches Meta. Remove the tag that loads it, or it counts events twice.'
        : 'No file of the site names this hostname.'
      log('warning', `The browser blocked a request to ${host}. ${reason}`)
    }
    return new Response(null, { status: 204 })
  }

  function reportWaiting(): Response {
    const { school, site } = project
    if (site.tracker.consent === 'wait') {
      const call = `${school.tracker}.consent(true)`
      const message = `The events of the page wait for consent, until a script of the page calls ${call}.`
      log('warning', message)
    }
    return new Response(null, { status: 204 })
  }

  /** A file that breaks the renderer is shown as an error. The server keeps running. */
  function render(current: Project): Promise<DevSite | CommandError> {
    return renderDevSite(current, version, cache).catch(toCommandError)
  }

  function reload(changed: ReadonlySet<Watched>): Promise<void> {
    reloading = reloading.then(async () => {
      version += 1
      try {
        // Reading the description of thousands of pages takes a second.
        if (changed.has('config') || site instanceof CommandError)
          project = await loadProject(dir, { isDraft: true })
        site = await render(project)
        if (!(site instanceof CommandError)) log('info', 'The site was reloaded.')
      } catch (error) {
        site = toCommandError(error)
      }
      findings = []
      changes.notify()
      checking = checkLater(version)
    })
    return reloading
  }

  async function checkLater(checked: number): Promise<void> {
    const current = site
    if (current instanceof CommandError) {
      log('error', current.message)
      return logFindings(current.findings)
    }
    await setTimeout(CHECK_DELAY_MS)
    if (version !== checked) return
    const found = await current.check().catch(toCommandError)
    if (version !== checked) return
    if (found instanceof CommandError) log('error', found.message)
    findings = found instanceof CommandError ? found.findings : found
    logFindings(findings)
    changes.notify()
  }

  function logFindings(found: Finding[]): void {
    for (const finding of groupFindings(found)) {
      const { level } = finding
      const isUrgent = level === 'error' || level === 'warning'
      log(isUrgent ? level : 'info', describeFinding(finding))
    }
  }
}

/** Open pages reload first: the checks of thousands of pages keep this process busy for seconds. */
const CHECK_DELAY_MS = 200

function toCommandError(error: unknown): CommandError {
  return error instanceof CommandError ? error : new CommandError(String(error))
}

function createChanges(state: () => { version: string; problems: string[] }) {
  const pages = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encoder = new TextEncoder()

  return { subscribe, notify, close }

  function subscribe(): Response {
    let page: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        page = controller
        pages.add(page)
        page.enqueue(message())
      },
      cancel() {
        pages.delete(page)
      },
    })
    return new Response(body, {
      headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' },
    })
  }

  function notify(): void {
    for (const page of pages) page.enqueue(message())
  }

  function close(): void {
    for (const page of pages) page.close()
    pages.clear()
  }

  function message(): Uint8Array {
    return encoder.encode(`data: ${JSON.stringify(state())}\n\n`)
  }
}
