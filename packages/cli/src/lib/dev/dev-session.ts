import type { Server } from 'node:http'
import { relative } from 'node:path'

import { serveResources, type ServedResource } from '@conversion-capi/content/serve'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { CommandError } from '@conversion-capi/meta/terminal'
import type { ServerRequest } from 'srvx'
import { serve } from 'srvx/node'

import { defaultSettings, type FrameworkSettings } from '../framework/framework-settings.ts'
import { describeOwn, findOwn, loadAppProject, renderFiles } from '../framework/site-files.ts'
import type { Project } from '../project/load-project.ts'
import { createRecordReport, type DevLine } from './describe-event.ts'
import { ACCESS_TOKEN, createDevProxy } from './dev-proxy.ts'
import { watchProject } from './watch-project.ts'

/** Development inside a framework: the current files, and an emulator instead of Meta. */
export interface DevSession {
  project: Project
  /** The files of the current description. */
  files: ServedResource[]
  /** Renders the files for an app with these settings. */
  configure: (settings: FrameworkSettings) => Promise<void>
  /** Serves the file at a path of the app, unless the app serves its own. */
  serve: (path: string, method?: string, accept?: string) => Promise<Response> | undefined
  /** Handles events in this process, for apps without a server. */
  handle: (request: ServerRequest) => Promise<Response>
  /** The URL of the emulator's live page. */
  url: string
  /** What the app's own function reads, so that it sends events to the emulator. */
  variables: Record<string, string>
}

const sessions = new Map<string, Promise<DevSession>>()

/**
 * Starts the session of a project, or returns the one that runs: frameworks load their configuration several times, and
 * the live page keeps its events. It ends with the process, and does not keep the process alive.
 */
export function startDevSession(
  dir: string,
  log: (line: DevLine) => void,
  onChange: (session: DevSession) => unknown = () => {},
): Promise<DevSession> {
  const session = sessions.get(dir) ?? createSession(dir, log, onChange)
  sessions.set(dir, session)
  return session
}

async function createSession(
  dir: string,
  log: (line: DevLine) => void,
  onChange: (session: DevSession) => unknown,
): Promise<DevSession> {
  const project = await loadAppProject(dir, { isDraft: true })
  const { pixelId } = project.site
  const { emulator, server, variables } = await startEmulator(pixelId)
  server.unref()
  const reportRecords = createRecordReport(emulator)
  let settings = defaultSettings(project)
  const said = new Set<string>()
  const session: DevSession = {
    ...(await render(project)),
    async configure(resolved) {
      settings = resolved
      Object.assign(session, await render(session.project))
      for (const message of describeOwn(settings)) {
        if (!said.has(message)) log({ level: 'info', message })
        said.add(message)
      }
    },
    handle: createDevProxy({ emulator, pixelId, reportRecords, write: log }),
    url: `${server.origin}/`,
    variables,
  }
  watchProject(project.root, project.site, async () => {
    try {
      Object.assign(session, await render(await loadAppProject(dir, { isDraft: true })))
      await onChange(session)
    } catch (error) {
      log({ level: 'error', message: (error as Error).message })
    }
  })
  return session

  /** The browser's copy goes to the emulator, too. */
  async function render(current: Project) {
    const { pixel } = current.site.tracker
    const src = `${server.origin}/en_US/fbevents.js`
    const tracker = { debug: true, pixel: { ...pixel, id: pixelId, src } }
    const files = await renderFiles(current, settings, tracker)
    const serveFile = serveResources(files)
    const { base } = settings
    const serve: DevSession['serve'] = (path, method = 'GET', Accept = '*/*') => {
      const inApp = path.startsWith(base) ? path.slice(base.length - 1) : path
      // Astro can redirect to a slash.
      const file = files.find((each) => each.path === inApp || `${each.path}/` === inApp)
      // The app can have a new one.
      if (!file || findOwn(settings, file.path)) return undefined
      const url = `http://localhost${file.path}`
      return serveFile(new Request(url, { method, headers: { Accept } }))
    }
    return { project: current, files, serve }
  }
}

/** Starts an emulator with a port of its own. An app with these variables sends its events there. */
export async function startEmulator(pixelId: string) {
  const emulator = createEmulator({ pixelId, accessToken: ACCESS_TOKEN })
  const server = await listen(0, (request) => serveEmulator(emulator, request))
  const variables = {
    META_PIXEL_ID: pixelId,
    META_ACCESS_TOKEN: ACCESS_TOKEN,
    META_GRAPH_URL: server.origin,
  }
  return { emulator, server, variables }
}

/** Describes a session in one line, for the terminal of the framework. */
export function describeSession({ url, project }: DevSession): string {
  const folder = relative(process.cwd(), project.root)
  return `conversion-capi: events of ${folder || 'this project'} are shown at ${url}, and none reaches Meta.`
}

/** A simulated network error rejects like fetch. Over HTTP, it becomes a 502. */
export function serveEmulator({ fetch }: Emulator, request: Request): Promise<Response> {
  return fetch(request).catch(() => new Response(null, { status: 502 }))
}

export async function listen(
  port: number,
  fetch: (request: ServerRequest) => Response | Promise<Response>,
) {
  const server = serve({
    fetch,
    port,
    hostname: '127.0.0.1',
    manual: true,
    silent: true,
    gracefulShutdown: false,
  })
  try {
    await server.serve()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      code === 'EADDRINUSE'
        ? `Port ${port} is already in use. Stop the program that listens on it, or choose another port with --port.`
        : `Port ${port} cannot be opened (${code}). Choose another port with --port.`,
    )
  }
  const node = server.node!.server as Server
  const { port: opened } = node.address() as { port: number }
  return {
    origin: `http://127.0.0.1:${opened}`,
    unref: () => void node.unref(),
    // Browsers keep the connection for changes open.
    close: () => server.close(true),
  }
}
