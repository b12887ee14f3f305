import { createHandler } from '@conversion-capi/core'
import { isResponseBody, type JsonObject } from '@conversion-capi/core/protocol'
import type { Emulator } from '@conversion-capi/emulator'
import { CommandError, parseJsonObject, showName } from '@conversion-capi/meta/terminal'
import type { ServerRequest } from 'srvx'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import type { Project } from '../project/load-project.ts'
import { describeEvent, type DevLine } from './describe-event.ts'
import { findRuntime } from './runtime-commands.ts'
import { startFunction } from './start-function.ts'

/** The emulator accepts this token only. It is not a secret. */
export const ACCESS_TOKEN = 'emulator-access-token'

interface DevProxyOptions {
  emulator: Emulator
  pixelId: string
  env: readonly string[]
  runtime: boolean
  write: (line: DevLine) => void
  reportRecords: () => DevLine[]
}

export function createDevProxy(options: DevProxyOptions) {
  const { emulator, pixelId, env, runtime, write, reportRecords } = options
  const handleInNode = createHandler({
    config: { pixelId, accessToken: ACCESS_TOKEN },
    fetch: emulator.fetch,
    onOutcome: (outcome) => {
      // Recorded with the name of the event in `handle`, for every runtime.
      if (outcome.kind !== 'rejected') emulator.recordOutcome(outcome)
    },
  })
  const info = (message: string): void => write({ level: 'info', message })
  let ownFunction: Awaited<ReturnType<typeof startFunction>> | undefined
  return { handle, start, close: () => ownFunction?.close() }

  async function handle(request: ServerRequest): Promise<Response> {
    const { method, url } = request
    const headers = new Headers(request.headers)
    // Browsers connect to this server directly: no proxy writes their IP into a header.
    if (request.ip !== undefined) headers.set('X-Forwarded-For', request.ip)
    const sent = await request.text()
    const event = new Request(url, { method, headers, ...(method === 'POST' && { body: sent }) })
    const response = await (ownFunction ?? { handle: handleInNode }).handle(event)
    if (method !== 'POST') return response
    const body: unknown = parseJsonObject(await response.clone().text())
    const records = reportRecords()
    const parsed = parseJsonObject(sent) ?? {}
    for (const line of describeEvent(parsed, body)) write(line)
    records.forEach(write)
    if (isResponseBody(body) && !('ok' in body)) {
      recordRejection(parsed, body.error, response.status)
    }
    return response
  }

  /** The live page shows rejections with the name that the proxy rejected, unless it could be personal data. */
  function recordRejection(event: JsonObject, reason: string, status: number): void {
    const { event_name, event_id } = event
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

  async function start(project: Project, graphUrl: string): Promise<void> {
    const { host } = project.site
    const executable = runtime ? findRuntime(host, project.root) : undefined
    await ownFunction?.close()
    ownFunction = undefined
    if (executable === undefined) {
      const reason = runtime
        ? `${HOST_RECORDS[host].runtime.executable} is not installed`
        : 'the runtime is turned off'
      info(
        `Events are handled in Node, because ${reason}. Your own function for ${host} does not run.`,
      )
      return
    }
    info(`Starting your function for ${host}…`)
    try {
      const variables = {
        META_PIXEL_ID: pixelId,
        META_ACCESS_TOKEN: ACCESS_TOKEN,
        META_GRAPH_URL: graphUrl,
      }
      ownFunction = await startFunction(project, executable, variables, env)
      info(`Events are handled by your function for ${host}, in its local runtime.`)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      write({ level: 'error', message: `${error.message}\nEvents are handled in Node instead.` })
    }
  }
}
