import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import type { Host } from '../project/site-options.ts'
import { listenLocallyOption } from './listen-locally.ts'
import { commandFile, type SpawnArguments } from './windows-process.ts'

/** How the local runtime of a host is started. */
export interface RuntimeCommand extends SpawnArguments {
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
 * @param env The variables of this process.
 * @param platform The platform of this process.
 * @returns The path of the executable, or `undefined` if it is not installed.
 */
export function findRuntime(
  host: Host,
  root: string,
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string | undefined {
  const name = RUNTIMES[host]
  if (host === 'node') return name
  const path = env['PATH'] ?? env['Path'] ?? ''
  const folders = [join(root, 'node_modules/.bin'), ...path.split(delimiter)]
  const extensions = platform === 'win32' ? ['.exe', '.cmd'] : ['']
  return folders
    .flatMap((folder) => extensions.map((extension) => join(folder, name + extension)))
    .find((file) => existsSync(file))
}

/**
 * Returns the command that runs the function of a host on a port of 127.0.0.1.
 *
 * @param host The host.
 * @param executable The executable.
 * @param port The port to listen on.
 * @param env The variables of the function.
 * @param platform The platform of this process.
 */
export function runtimeCommand(
  host: Host,
  executable: string,
  port: number,
  env: Record<string, string>,
  platform = process.platform,
): RuntimeCommand {
  const { args, env: variables } = describeCommand(host, port, env)
  const isCommandFile = platform === 'win32' && executable.toLowerCase().endsWith('.cmd')
  const spawned = isCommandFile
    ? commandFile(executable, args, process.env['ComSpec'])
    : { command: executable, args }
  return { ...spawned, env: variables }
}

function describeCommand(
  host: Host,
  port: number,
  env: Record<string, string>,
): Pick<RuntimeCommand, 'args' | 'env'> {
  const local = { NODE_OPTIONS: listenLocallyOption() }
  const deno = ['run', '--no-prompt', '--allow-net', '--allow-env', '--allow-read']
  const denoEnv = { DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`, DENO_NO_UPDATE_CHECK: '1' }
  switch (host) {
    case 'vercel':
      return {
        args: ['dev', '--local', '--yes', '--listen', `127.0.0.1:${port}`],
        env: { ...env, ...local, VERCEL_TELEMETRY_DISABLED: '1' },
      }
    case 'netlify':
      return {
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
        env: { ...env, ...local, NETLIFY_TELEMETRY_DISABLED: '1' },
      }
    case 'cloudflare':
      return {
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
        env: { ...local, WRANGLER_SEND_METRICS: 'false' },
      }
    case 'deno':
      return { args: [...deno, 'main.ts'], env: { ...env, ...denoEnv } }
    case 'supabase':
      return {
        args: [...deno, 'supabase/functions/conversion-capi/index.ts'],
        env: { ...env, ...denoEnv },
      }
    case 'node':
      return {
        args: ['--disable-warning=ExperimentalWarning', 'server.ts'],
        env: { ...env, ...local, PORT: `${port}` },
      }
  }
}
