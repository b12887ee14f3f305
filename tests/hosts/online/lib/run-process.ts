import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import { vi } from 'vitest'

const WAIT = { timeout: 240_000 }

/** A server in a child process. */
export interface StartedSite {
  /** The URL that it printed. */
  url: string
  child: ChildProcess
  output: () => string
}

/** Starts a server, and waits for the URL that it prints. */
export async function startSite(
  cwd: string,
  command: string,
  args: string[],
  env: Record<string, string>,
): Promise<StartedSite> {
  const child = spawn(command, args, {
    cwd,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const output = collect(child)
  const findUrl = () => /\bhttp:\/\/(?:127\.0\.0\.1|localhost):\d+\//.exec(output())?.[0]
  await vi.waitUntil(() => findUrl() !== undefined || child.exitCode !== null, WAIT)
  if (findUrl() === undefined) throw new Error(`${command} ${args.join(' ')} ended:\n${output()}`)
  return { url: findUrl()!, child, output }
}

/** Stops a process and its children, as Ctrl-C does. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  if (child.spawnargs[0] === 'script') child.kill('SIGKILL')
  else process.kill(-child.pid!, 'SIGINT')
  await exited
}

/** Returns a function that returns what a process has written so far. */
export function collect(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  return () => output
}
