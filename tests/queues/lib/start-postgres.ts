import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { getPort, run } from '@conversion-capi/test-support'
import type { FoundPostgres } from './find-postgres.ts'

/** A private PostgreSQL server with an empty database. */
export interface Postgres {
  /** For `connectionString`. It stays the same after a restart. */
  url: string
  /** Kills the server with SIGKILL. Resolves when the process has ended. */
  crash(): Promise<void>
  /** Starts the server again after a crash. Resolves when it accepts connections. */
  restart(): Promise<void>
  close(): Promise<void>
}

/**
 * Creates a PostgreSQL server in a temporary folder, on a free port of 127.0.0.1.
 *
 * @throws {Error} If PostgreSQL is missing or does not start.
 */
export async function startPostgres(found: FoundPostgres): Promise<Postgres> {
  if ('missing' in found) throw new Error(found.missing)
  const { bin } = found
  // PostgreSQL refuses to run as root. Debian's package creates this user.
  const isRoot = process.getuid?.() === 0
  const asUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []

  const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-postgres-'))
  if (isRoot) await run('chown', ['postgres:postgres', folder], '/')
  const data = join(folder, 'data')
  const initOptions = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
  const [command, ...args] = [...asUser, join(bin, 'initdb'), '-D', data, ...initOptions]
  await run(command!, args, '/')

  const port = String(await getPort())
  let server: ChildProcess
  let output = ''
  await start()
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, crash, restart: start, close }

  async function start(): Promise<void> {
    const deadline = Date.now() + 120_000
    spawnServer()
    while (!(await isReady())) {
      if (Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${output}`)
      await setTimeout(100)
      // After a crash, it does not start until the last process of the previous server has ended.
      if (server.exitCode !== null) spawnServer()
    }
  }

  function spawnServer(): void {
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=100',
    ]
    const options = settings.flatMap((setting) => ['-c', setting])
    const [command, ...args] = [...asUser, join(bin, 'postgres'), '-D', data, '-p', port]
    server = spawn(command!, [...args, ...options], {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server.stderr!.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-10_000)
    })
  }

  async function isReady(): Promise<boolean> {
    const args = ['-h', '127.0.0.1', '-p', port, '-t', '1']
    const isReachable = run(join(bin, 'pg_isready'), args, '/').then(Boolean, () => false)
    return (await isReachable) && server.exitCode === null
  }

  async function crash(): Promise<void> {
    await stop('SIGKILL')
  }

  async function close(): Promise<void> {
    // SIGQUIT is PostgreSQL's immediate shutdown.
    await stop('SIGQUIT')
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }
}
