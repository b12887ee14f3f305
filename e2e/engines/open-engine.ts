import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'

import type { Command } from './engine.ts'

export interface OpenEngine {
  /** Resolves, with its last words, once all its processes are gone. */
  ended: Promise<string>
  close(): Promise<void>
}

/**
 * Starts an engine in a process group of its own, so that it ends as a whole: its children outlive it, and
 * the display and the message bus that WebKit needs do too. All that it writes goes into `home`.
 */
export function openEngine({ file, args, env }: Command, home: string): OpenEngine {
  const engine = spawn('sh', ['-c', LEASH, file, ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, ...env, HOME: home, TMPDIR: home, XDG_RUNTIME_DIR: home },
  })
  let lastWords = ''
  engine.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2000)
  })
  let isRunning = true
  // Not before the last process has let go of stderr.
  const ended = once(engine, 'close')
    .then(() => lastWords)
    .finally(() => (isRunning = false))

  return {
    ended,
    async close() {
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        if (!isRunning) return
        signalGroup(engine.pid!, signal)
        await Promise.race([ended, setTimeout(5000, undefined, { ref: false })])
      }
      if (isRunning) throw new Error(`${file} is still running, in process group ${engine.pid}`)
    },
  }
}

/** Ends the group also when the test does, however it ends, because then nobody holds its stdin. */
const LEASH = '("$0" "$@" </dev/null; kill 0) & cat >/dev/null; kill 0'

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // It is gone already.
  }
}
