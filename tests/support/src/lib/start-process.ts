import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'

import { getPort } from './get-port.ts'

export interface ProcessOptions {
  cwd: string
  /** Environment variables, added to `cleanEnvironment()`, and to `PORT` unless these or `args` name the port. */
  env?: Record<string, string> | ((port: string) => Record<string, string>)
  /**
   * The port that the process will serve.
   *
   * @default a free one
   */
  port?: string
  /** @default '127.0.0.1' */
  hostname?: string
  /**
   * The path that is requested until it responds. Any status counts as a response.
   *
   * @default '/llms.txt'
   */
  probe?: string
  /** Called with each line of its output. */
  onLine?: (line: string) => void
}

export interface StartedProcess {
  /** Without a trailing slash. */
  origin: string
  /**
   * Sends SIGTERM to the process and its children, as npm does not forward it. Resolves to the exit code, once the
   * process has ended by itself.
   */
  terminate: () => Promise<number | null>
  /** Returns the last 10,000 characters of what the process wrote to stdout and stderr. */
  output: () => string
  close: () => Promise<void>
}

/**
 * Starts a server in a child process and waits for its first response.
 *
 * @param args Its arguments, which can depend on the port.
 * @throws {Error} If the process exits, or does not respond within four minutes. The message contains its output.
 */
export async function startProcess(
  command: string,
  args: string[] | ((port: string) => string[]),
  options: ProcessOptions,
): Promise<StartedProcess> {
  const { cwd, env = {}, hostname = '127.0.0.1', probe = '/llms.txt', onLine } = options
  const port = options.port ?? String(await getPort())
  const origin = `http://${hostname}:${port}`
  const words = typeof args === 'function' ? args(port) : args
  const variables = typeof env === 'function' ? env(port) : env
  const isNamed = typeof args === 'function' || typeof env === 'function'
  // A separate process group, so that `close` also kills the children.
  const child = spawn(command, words, {
    cwd,
    env: { ...cleanEnvironment(), ...(!isNamed && { PORT: port }), ...variables },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const append = (chunk: Buffer) => {
    output = (output + chunk).slice(-10_000)
  }
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  if (onLine) {
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine)
  }
  let failure: string | undefined
  child.on('error', (error) => (failure = error.message))
  const closed = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      failure ??= `exited with code ${code}`
      resolve(code)
    })
  })

  const deadline = Date.now() + 240_000
  while (!(await responds(origin + probe))) {
    if (Date.now() > deadline) failure ??= 'did not respond within four minutes'
    if (failure !== undefined) {
      kill('SIGKILL')
      throw new Error(`${command} ${words.join(' ')} ${failure}:\n${output}`)
    }
    await setTimeout(150)
  }
  return { origin, terminate, output: () => output, close }

  function terminate(): Promise<number | null> {
    kill('SIGTERM')
    return closed
  }

  async function close(): Promise<void> {
    kill('SIGKILL')
    await closed
  }

  function kill(signal: NodeJS.Signals): void {
    try {
      process.kill(-child.pid!, signal)
    } catch {
      // The process has exited.
    }
  }
}

async function responds(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { redirect: 'manual' })).body?.cancel()
    return true
  } catch {
    return false
  }
}

/**
 * Returns this process's environment without the proxy's and vitest's variables, and with telemetry and
 * prompts of common tools turned off.
 */
export function cleanEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(META_|VITEST|NODE_ENV$|PORT$)/.test(name),
  )
  return { ...(Object.fromEntries(entries) as Record<string, string>), ...NON_INTERACTIVE }
}

const NON_INTERACTIVE = {
  CI: '1',
  DO_NOT_TRACK: '1',
  NETLIFY_TELEMETRY_DISABLED: '1',
  VERCEL_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
}
