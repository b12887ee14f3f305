import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

import { createHandler } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { CommandError, type Streams, UsageError } from '@conversion-capi/meta/terminal'

import { readHeaderRules } from '../hosts/read-header-rules.ts'
import { ACCESS_TOKEN } from '../dev/dev-proxy.ts'
import { startEmulator } from '../dev/dev-session.ts'
import { endProcesses } from '../dev/end-processes.ts'
import { runDev } from '../dev/run-dev.ts'
import { endpointOf } from '../framework/framework-settings.ts'
import { settingsOf } from '../framework/read-settings.ts'
import type { Project } from '../project/load-project.ts'
import { textOf } from '../site/read-files.ts'
import { readSite } from '../site/read-site.ts'
import type { Target } from './answer-requests.ts'
import type { Site } from './judge-event.ts'

/** A site that responds, until it is closed. */
export interface OpenSite {
  target: Target
  site: Site
  /** The paths to begin with: the first page, and those with tracked forms, if they are known. */
  paths: string[]
  /** Whether the events wait for consent, if the project says so. */
  waits?: boolean
  close: () => Promise<void>
}

/** Opens a published site. The project names the tracker and the pixel, if it is known. */
export async function openPublishedSite(
  origin: string,
  project: Project | undefined,
): Promise<OpenSite> {
  const emulator = createEmulator({
    accessToken: ACCESS_TOKEN,
    ...(project && { pixelId: project.site.pixelId }),
  })
  const settings = project && (await settingsOf(project))
  const endpoint = settings ? endpointOf(project, origin, settings) : origin + CONVERSION_PATH
  return {
    target: { origin, endpoint, emulator, handle: handleEvents(emulator, project) },
    paths: [settings?.base ?? '/'],
    ...describeSite(project, endpoint),
    close: async () => {},
  }
}

/** Serves the pages of a project as `dev` does, with its function and the emulator, under the URL of the school. */
export async function openProject(dir: string, project: Project): Promise<OpenSite> {
  if (project.site.builder) {
    throw new UsageError(
      `A site builder serves the pages. Write visit ${project.site.builder.url}.`,
    )
  }
  const server = await runDev({ dir, port: 0 })
  const settings = await readHeaderRules(project)
  const tracked = (await readSite(project)).flatMap((file) =>
    /\sdata-track\b/.test(textOf(file)) && file.page ? file.page.path : [],
  )
  const origin = project.school.url
  const endpoint = origin + CONVERSION_PATH
  return {
    target: {
      origin,
      endpoint,
      server: new URL(server.url).origin,
      emulator: server.emulator,
      policyOf: (path) =>
        settings
          .flatMap(({ rules = [] }) => rules)
          .find(({ matches, headers }) => headers.has('content-security-policy') && matches(path))
          ?.headers.get('content-security-policy'),
    },
    paths: ['/', ...tracked],
    ...describeSite(project, endpoint),
    close: () => server.close(),
  }
}

/** Matches the URL that the command of an app prints. */
const LOCAL_URL = /https?:\/\/(?:localhost|127\.0\.0\.1|\[::1?\]|0\.0\.0\.0):\d+/
const START_MS = 180_000

/** Starts an app with the variables of an emulator, and waits until it prints its URL. */
export async function openApp(
  command: string,
  project: Project,
  env: Streams['env'],
): Promise<OpenSite> {
  const { emulator, server: upstream, variables } = await startEmulator(project.site.pixelId)
  const child = spawn(command, {
    shell: true,
    cwd: project.root,
    env: { ...env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  const close = async (): Promise<void> => {
    endProcesses(child, 'SIGTERM')
    await upstream.close()
  }
  try {
    const server = await new Promise<string>((resolve, reject) => {
      let printed = ''
      const read = (chunk: Buffer): void => {
        printed += stripVTControlCharacters(chunk.toString())
        // In development, the first URL is the emulator's.
        const [url] = LOCAL_URL.exec(printed.replaceAll(/^.*conversion-capi:.*$/gm, '')) ?? []
        if (url) resolve(url.replace(/\[::\]|0\.0\.0\.0/, 'localhost'))
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      const fail = (problem: string): void =>
        reject(new CommandError(`The command ${command} ${problem}.\n${printed.slice(-1000)}`))
      child.on('exit', (code) => fail(`exited with code ${code} before it printed a URL`))
      setTimeout(() => fail('printed no URL of this machine in three minutes'), START_MS).unref()
    })
    const origin = project.school.url
    const settings = await settingsOf(project)
    const endpoint = endpointOf(project, origin, settings)
    // Only the host runs the function of an app without a server.
    const handle = settings.hasServer ? undefined : handleEvents(emulator, project)
    return {
      target: { origin, endpoint, server, emulator, handle },
      paths: [settings.base],
      ...describeSite(project, endpoint),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function handleEvents({ fetch }: Emulator, project: Project | undefined) {
  const pixelId = project?.site.pixelId ?? '1234567890'
  return createHandler({ config: { pixelId, accessToken: ACCESS_TOKEN }, fetch })
}

function describeSite(
  project: Project | undefined,
  endpoint: string,
): Pick<OpenSite, 'site' | 'waits'> {
  const { consent, nationalPhone } = project?.site.tracker ?? {}
  return {
    site: {
      name: project?.school.tracker ?? '',
      pixelId: project?.site.pixelId,
      hasPixel: true,
      endpoint,
      nationalPhone,
    },
    ...(project && { waits: consent === 'wait' }),
  }
}
