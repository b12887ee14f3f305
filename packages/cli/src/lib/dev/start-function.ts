import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { CommandError } from '@conversion-capi/meta/terminal'

import { MANIFEST_FILE } from '../build/build-manifest.ts'
import { copyProject } from '../build/copy-project.ts'
import type { Host } from '../hosts/hosts.ts'
import type { Project } from '../project/load-project.ts'
import { endProcesses } from './end-processes.ts'
import { runtimeCommand } from './runtime-commands.ts'

/** The folder for the copy of the function, in the project so that it finds the project's packages. */
const DEV_FOLDER = '.conversion-capi'

/**
 * Starts the project's own function in the local runtime of its host, which gets a copy without the pages: the
 * development server serves these. `names` are further variables of this process that the function reads.
 */
export async function startFunction(
  project: Project,
  executable: string,
  env: Record<string, string>,
  names: readonly string[] = [],
) {
  const { host } = project.site
  const passed = functionEnvironment(process.env, names, host)
  const folder = join(project.root, DEV_FOLDER, host)
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    await mkdir(join(folder, 'public'), { recursive: true })
    await copyProject(project, folder)
    await writeFile(join(folder, MANIFEST_FILE), JSON.stringify({ host, files: [] }))
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      `The folder ${folder} is in use or not writable (${code}). Stop the other "conversion-capi dev" of this project, or delete ${DEV_FOLDER} if it is a file, then start again.`,
    )
  }

  const port = await findFreePort()
  const runtime = runtimeCommand(host, executable, port, env)
  const child = spawn(runtime.command, runtime.args, {
    cwd: folder,
    env: { ...passed, ...runtime.env },
    windowsVerbatimArguments: runtime.windowsVerbatimArguments,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Some runtimes start further processes, which are killed as a group.
    detached: process.platform !== 'win32',
  })
  const exited = once(child, 'exit').catch(() => {})
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2000)
    })
  }
  const origin = `http://127.0.0.1:${port}`
  const isReady = await waitFor(origin, child)
  if (!isReady) {
    await close()
    throw new CommandError(
      `The function does not run in ${host}'s local runtime. Its output ends with:\n${output.trim()}`,
    )
  }
  return { handle, close }

  async function handle(request: Request): Promise<Response> {
    const { method, headers } = request
    const sent = withoutHeaders(headers, ['connection', 'content-length', 'host'])
    const body = method === 'POST' ? await request.text() : null
    try {
      const response = await fetch(origin + CONVERSION_PATH, { method, headers: sent, body })
      // fetch has decoded the body.
      const received = withoutHeaders(response.headers, ['content-encoding', 'content-length'])
      return new Response(response.body, { status: response.status, headers: received })
    } catch {
      return Response.json({ error: 'The function does not respond' }, { status: 502 })
    }
  }

  async function close(): Promise<void> {
    endProcesses(child, 'SIGKILL')
    await exited
  }
}

/** What a runtime needs to start, to find its cache and to reach a package registry. */
const NEEDED = new Set(
  [
    'PATH HOME USER LOGNAME SHELL LANG LC_ALL LC_CTYPE TZ TERM NO_COLOR CI TMPDIR TMP TEMP',
    'XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR',
    'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR',
    'NPM_CONFIG_REGISTRY DENO_DIR DENO_CERT DENO_TLS_CA_STORE DENO_INSTALL VOLTA_HOME ASDF_DIR',
    // Windows.
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE HOMEDRIVE HOMEPATH APPDATA',
    'LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROCESSOR_ARCHITECTURE',
  ].flatMap((line) => line.split(' ')),
)

/** Returns the variables of this process that the function gets. Others, such as secrets of other programs, stay here. */
export function functionEnvironment(
  env: NodeJS.ProcessEnv,
  names: readonly string[],
  host: Host,
): NodeJS.ProcessEnv {
  if (host === 'cloudflare' && names.length > 0) {
    throw new CommandError(
      'Workers read no variables of the shell. Set them as vars in wrangler.jsonc, and remove --env.',
    )
  }
  for (const name of names) {
    if (/^(?:META_|PORT$|NODE_OPTIONS$)/.test(name)) {
      throw new CommandError(`${name} cannot be passed to the function. Remove it from --env.`)
    }
    if (env[name] === undefined) {
      throw new CommandError(`${name} is not set. Set it, or remove it from --env.`)
    }
  }
  // On Windows, the case of names varies.
  const isPassed = (name: string): boolean => NEEDED.has(name.toUpperCase()) || names.includes(name)
  return Object.fromEntries(Object.entries(env).filter(([name]) => isPassed(name)))
}

function withoutHeaders(headers: Headers, names: string[]): Headers {
  const kept = new Headers(headers)
  for (const name of [...names, 'transfer-encoding', 'keep-alive']) kept.delete(name)
  return kept
}

async function waitFor(origin: string, child: ChildProcess): Promise<boolean> {
  const deadline = performance.now() + MAX_START_MS
  let isRunning = true
  child.once('exit', () => (isRunning = false)).once('error', () => (isRunning = false))
  while (isRunning && performance.now() < deadline) {
    const response = await fetch(origin + CONVERSION_PATH, { method: 'OPTIONS' }).catch(() => {})
    if (response) return true
    await setTimeout(50)
  }
  return false
}

const MAX_START_MS = 60_000

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
