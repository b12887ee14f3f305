import { setTimeout } from 'node:timers/promises'

import type { Finding } from '@conversion-capi/content'
import { createHandler } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import type { ServerRequest } from 'srvx'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import { EXAMPLE_PIXEL_ID } from '../project/site-options.ts'
import { CommandError } from '../output/errors.ts'
import { parseJsonObject } from '../parse-json.ts'
import { describeFinding, formatFinding, groupFindings } from '../output/command-result.ts'
import { showName } from '../output/rules.ts'
import { isMeta } from './blocked-hosts.ts'
import { createChanges } from './changes.ts'
import { createRecordReport, describeEvent, type DevLine, readRejection } from './describe-event.ts'
import { DEV_PATHS, DEV_SCRIPT } from './dev-script.ts'
import { listen } from './listen.ts'
import { type DevSite, errorPage, renderDevSite } from './render-dev-site.ts'
import type { SiteCache } from '../site/read-site.ts'
import { findRuntime } from './runtime-commands.ts'
import { type RunningFunction, startFunction } from './start-function.ts'
import { type Watched, watchProject } from './watch-project.ts'

/** Options of {@link runDev}. */
export interface DevOptions {
  /** The folder of the project. @default '.' */
  dir?: string
  /** The port to listen on. 0 selects a free one. @default 3000 */
  port?: number
  /**
   * Whether the project's own function runs in the local runtime of its host, if that is installed. Otherwise the
   * same handler runs in this process.
   *
   * @default true
   */
  runtime?: boolean
  /**
   * The names of variables of this process that the project's own function reads. It gets no others, except the
   * emulator's and what the runtime needs.
   *
   * @default no variables
   */
  env?: readonly string[]
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

/** The emulator accepts this token only. It is not a secret. */
const ACCESS_TOKEN = 'emulator-access-token'

/**
 * Serves a project on one port of this machine: pages, tracker, generated files, proxy and emulator. Never sends
 * anything to Meta.
 *
 * @param options Further options.
 * @returns The server, after it has started to listen.
 * @throws {CommandError} If the project cannot be loaded, or the port cannot be opened.
 */
export async function runDev(options: DevOptions = {}): Promise<DevServer> {
  const { dir = '.', port = 3000, runtime = true, env = [], log: write = () => {} } = options
  const log = (level: DevLine['level'], message: string): void => write({ level, message })
  let project = await loadProject(dir, EXAMPLE_PIXEL_ID)
  const { pixelId } = project.site
  if (pixelId === EXAMPLE_PIXEL_ID) {
    log(
      'warning',
      `school.config.ts has no pixelId, so dev uses the example ${pixelId}. Add yours before "npm run build".`,
    )
  }
  const emulator = createEmulator({ pixelId, accessToken: ACCESS_TOKEN, siteUrl: '/' })
  const handleInNode = createHandler({
    config: { pixelId, accessToken: ACCESS_TOKEN },
    fetch: emulator.fetch,
    onOutcome: (outcome) => {
      // Recorded with the name of the event in `handleEvent`, for every runtime.
      if (outcome.kind !== 'rejected') emulator.recordOutcome(outcome)
    },
  })
  const reportRecords = createRecordReport(emulator)
  // Differs after a restart, so that pages that reconnect reload.
  let version = Date.now()
  const cache: SiteCache = new Map()
  let findings: Finding[] = []
  const changes = createChanges(() => ({
    version: String(version),
    problems: groupFindings(findings).map((finding) => formatFinding(finding, false)),
  }))
  let site = await render(project)
  let ownFunction: RunningFunction | undefined
  const server = await listen(port, respond)
  await restartFunction(project)
  const stopWatching = watchProject(project.root, project.site, (changed) => void reload(changed))
  // One reload at a time.
  let reloading: Promise<void> = Promise.resolve()
  let checking = checkLater(version)

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
      await ownFunction?.close()
    },
  }

  async function respond(request: ServerRequest): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === CONVERSION_PATH) return handleEvent(request)
    // A simulated network error rejects like fetch. Over HTTP, it becomes a 502.
    if (pathname.startsWith('/emulator/')) {
      const response = await emulator
        .fetch(request)
        .catch(() => new Response(null, { status: 502 }))
      reportRecords().forEach(write)
      return response
    }
    if (pathname === DEV_PATHS.changes) return changes.subscribe()
    if (pathname === DEV_PATHS.violations) return reportViolation(request)
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

  async function handleEvent(request: ServerRequest): Promise<Response> {
    const { method, url } = request
    const headers = new Headers(request.headers)
    // Browsers connect to this server directly: no proxy writes their IP into a header.
    if (request.ip !== undefined) headers.set('X-Forwarded-For', request.ip)
    const sent = await request.text()
    const event = new Request(url, { method, headers, ...(method === 'POST' && { body: sent }) })
    const response = await (ownFunction ?? { handle: handleInNode }).handle(event)
    if (method !== 'POST') return response
    const received = await response.clone().text()
    const records = reportRecords()
    for (const line of describeEvent(sent, received)) write(line)
    records.forEach(write)
    const reason = readRejection(received)
    if (reason !== undefined) recordRejection(sent, reason, response.status)
    return response
  }

  /** The live page shows rejections with the name that the proxy rejected, unless it could be personal data. */
  function recordRejection(sent: string, reason: string, status: number): void {
    const { event_name, event_id } = parseJsonObject(sent) ?? {}
    const name = typeof event_name === 'string' ? showName(event_name) : ''
    emulator.recordOutcome({
      kind: 'rejected',
      status,
      reason,
      durationMs: 0,
      attempts: 0,
      dropped: [],
      warnings: [],
      ...(name.startsWith('"') && { eventName: name.slice(1, -1) }),
      ...(typeof event_id === 'string' && /^[\w-]{1,100}$/.test(event_id) && { eventId: event_id }),
    })
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
          project = await loadProject(dir, EXAMPLE_PIXEL_ID)
        site = await render(project)
        if (changed.has('function')) await restartFunction(project)
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

  /** Logs and shows the findings of a version, unless the files change before. */
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

  async function restartFunction(current: Project): Promise<void> {
    const { host } = current.site
    const executable = runtime ? findRuntime(host, current.root) : undefined
    await ownFunction?.close()
    ownFunction = undefined
    if (executable === undefined) {
      const reason = runtime
        ? `${HOST_RECORDS[host].runtime.executable} is not installed`
        : 'the runtime is turned off'
      log(
        'info',
        `Events are handled in Node, because ${reason}. Your own function for ${host} does not run.`,
      )
      return
    }
    log('info', `Starting your function for ${host}…`)
    try {
      const variables = {
        META_PIXEL_ID: pixelId,
        META_ACCESS_TOKEN: ACCESS_TOKEN,
        META_GRAPH_URL: `${server.origin}/emulator`,
      }
      ownFunction = await startFunction(current, executable, variables, env)
      log('info', `Events are handled by your function for ${host}, in its local runtime.`)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      log('error', `${error.message}\nEvents are handled in Node instead.`)
    }
  }
}

/** Open pages reload first: the checks of thousands of pages keep this process busy for seconds. */
const CHECK_DELAY_MS = 200

function toCommandError(error: unknown): CommandError {
  return error instanceof CommandError ? error : new CommandError(String(error))
}
