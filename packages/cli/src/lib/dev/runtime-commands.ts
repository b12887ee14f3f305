import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import type { Host } from '../project/site-options.ts'

/** How the local runtime of a host is started. */
export interface RuntimeCommand {
  command: string
  args: string[]
  env: Record<string, string>
}

/** The executable of each host's local runtime. */
export const RUNTIMES: Record<Host, string> = {
  vercel: 'vercel',
  netlify: 'netlify',
  cloudflare: 'wrangler',
  deno: 'deno',
  supabase: 'deno',
  node: process.execPath,
}

/**
 * Finds the local runtime of a host in the project's `node_modules`, or on the `PATH`.
 *
 * @param host The host.
 * @param root The project.
 * @returns The path of the executable, or `undefined` if it is not installed.
 */
export function findRuntime(host: Host, root: string): string | undefined {
  const name = RUNTIMES[host]
  if (host === 'node') return name
  const folders = [join(root, 'node_modules/.bin'), ...(process.env['PATH'] ?? '').split(delimiter)]
  const extension = process.platform === 'win32' ? '.cmd' : ''
  return folders.map((folder) => join(folder, name + extension)).find((path) => existsSync(path))
}

/**
 * Returns the command that runs the function of a host on a local port.
 *
 * @param host The host.
 * @param command The executable.
 * @param port The port to listen on.
 * @param env The variables of the function.
 */
export function runtimeCommand(
  host: Host,
  command: string,
  port: number,
  env: Record<string, string>,
): RuntimeCommand {
  const deno = ['run', '--no-prompt', '--allow-net', '--allow-env', '--allow-read']
  const denoEnv = { DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`, DENO_NO_UPDATE_CHECK: '1' }
  switch (host) {
    case 'vercel':
      return {
        command,
        args: ['dev', '--local', '--yes', '--listen', `127.0.0.1:${port}`],
        env: { ...env, VERCEL_TELEMETRY_DISABLED: '1' },
      }
    case 'netlify':
      return {
        command,
        args: [
          'dev',
          '--offline',
          '--internal-disable-edge-functions',
          '--no-open',
          '--port',
          `${port}`,
          '--target-port',
          '0',
        ],
        env: { ...env, NETLIFY_TELEMETRY_DISABLED: '1' },
      }
    case 'cloudflare':
      return {
        command,
        args: [
          'dev',
          '--ip',
          '127.0.0.1',
          '--port',
          `${port}`,
          '--inspector-port',
          '0',
          ...Object.entries(env).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
        ],
        env: { WRANGLER_SEND_METRICS: 'false' },
      }
    case 'deno':
      return { command, args: [...deno, 'main.ts'], env: { ...env, ...denoEnv } }
    case 'supabase':
      return {
        command,
        args: [...deno, 'supabase/functions/conversion-capi/index.ts'],
        env: { ...env, ...denoEnv },
      }
    case 'node':
      return {
        command,
        args: ['--disable-warning=ExperimentalWarning', 'server.ts'],
        env: { ...env, PORT: `${port}` },
      }
  }
}
