import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { serveFetch } from '@conversion-capi/test-support'

import type { Engine, EngineCommand } from './engines.ts'
import { createScenarioSite } from './scenario-site.ts'
import type { Scenario, ScenarioRun } from './scenarios.ts'

/** An idle machine takes 18 seconds. */
const TIME_LIMIT_MS = 840_000

/**
 * Runs all scenarios in one process of an engine with a fresh profile. Removes its processes and files.
 *
 * @returns The runs, in the order of the scenarios.
 * @throws {Error} If the engine exits early or exceeds the time limit.
 */
export async function runScenarios(
  engine: Engine,
  executable: string,
  scenarios: Scenario[],
): Promise<ScenarioRun[]> {
  const runs = scenarios.flatMap(planRuns)
  const profile = await mkdtemp(join(tmpdir(), 'conversion-capi-engine-'))
  // Rejects requests whose body is incomplete.
  const { server, port, close: closeServer } = await serveFetch((request) => site.handle(request))
  const site = createScenarioSite(runs, port)
  try {
    // The server is also the engine's HTTP proxy. Reject tunnels: only the engine's own requests use them.
    server.on('connect', (_incoming, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
    const command = await engine.prepare(executable, profile, { url: site.url, proxyPort: port })
    const { exited, close } = startEngine(command, profile)
    try {
      const problem = await Promise.race([
        site.finished,
        exited.then((stderr) => `exited early:\n${stderr}`),
        setTimeout(TIME_LIMIT_MS, 'exceeded the time limit.', { ref: false }),
      ])
      if (problem) {
        const errors = runs.flatMap((run) => run.errors).join('\n')
        throw new Error(`${engine.name}, at "${site.progress()}", ${problem}\n${errors}`)
      }
    } finally {
      await close()
    }
  } finally {
    await closeServer()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return runs
}

function planRuns(scenario: Scenario): ScenarioRun[] {
  return Array.from({ length: scenario.times ?? 1 }, () => ({
    scenario,
    posts: [],
    preflights: 0,
    reports: [],
    errors: [],
  }))
}

interface EngineProcess {
  /** Resolves with the end of stderr after all processes of the engine have exited. */
  exited: Promise<string>
  close: () => Promise<void>
}

/** Starts an engine. All its files go into `home`. */
function startEngine({ file, args, env }: EngineCommand, home: string): EngineProcess {
  // A separate process group, because child processes can outlive the engine, e.g. WebKit's display and message
  // bus.
  const engine = spawn('sh', ['-c', KILL_GROUP_ON_EXIT, file, ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, ...env, HOME: home, TMPDIR: home, XDG_RUNTIME_DIR: home },
  })
  let stderr = ''
  engine.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-2000)
  })
  let isRunning = true
  // "close" waits for the last process that holds stderr.
  const exited = once(engine, 'close')
    .then(() => stderr)
    .finally(() => (isRunning = false))

  return {
    exited,
    async close() {
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        if (!isRunning) return
        signalGroup(engine.pid!, signal)
        await Promise.race([exited, setTimeout(5000, undefined, { ref: false })])
      }
      if (isRunning) throw new Error(`${file} is still running in process group ${engine.pid}.`)
    },
  }
}

/** Kills the group when the engine exits, and also when stdin closes because this process exited. */
const KILL_GROUP_ON_EXIT = '("$0" "$@" </dev/null; kill 0) & cat >/dev/null; kill 0'

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // The group has exited.
  }
}
