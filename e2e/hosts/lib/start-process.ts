import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'

import { cleanEnvironment } from './clean-environment.ts'
import type { Running } from './runtime.ts'

export interface ProcessOptions {
  cwd: string
  env: Record<string, string>
  /** Where it will answer. */
  origin: string
  /** The path that is asked for to see whether it does. */
  probe?: string
}

/**
 * Starts a server and waits until it answers.
 *
 * Its whole process group ends with `close`. Rejects with what it printed when it ends by itself or does not
 * answer within 90 seconds.
 */
export async function startProcess(
  command: string,
  args: string[],
  { cwd, env, origin, probe = '/llms.txt' }: ProcessOptions,
): Promise<Running> {
  const child = spawn(command, args, {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const keep = (chunk: Buffer) => {
    printed = (printed + chunk).slice(-10_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  let failure: string | undefined
  child.on('error', (error) => (failure = error.message))
  const ended = new Promise<void>((resolve) => {
    child.on('close', (code) => {
      failure ??= `it ended with code ${code}`
      resolve()
    })
  })

  const deadline = Date.now() + 90_000
  while (!(await answers(origin + probe))) {
    if (Date.now() > deadline) failure ??= 'it did not answer within 90 seconds'
    if (failure !== undefined) {
      kill()
      throw new Error(`${command} ${args.join(' ')}: ${failure}\n${printed}`)
    }
    await setTimeout(150)
  }
  return { origin, close }

  function close(): Promise<void> {
    kill()
    return ended
  }

  function kill(): void {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { redirect: 'manual' })).body?.cancel()
    return true
  } catch {
    return false
  }
}
