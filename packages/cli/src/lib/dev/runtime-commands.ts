import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { type Host, HOST_RECORDS } from '../hosts/hosts.ts'
import { listenLocallyOption } from './listen-locally.ts'
import { commandFile, type SpawnArguments } from './windows-process.ts'

/** How the local runtime of a host is started. */
export interface RuntimeCommand extends SpawnArguments {
  env: Record<string, string>
}

/**
 * Finds the local runtime of a host in the project's `node_modules`, or on the `PATH`.
 *
 * @returns The path of the executable, or `undefined` if it is not installed.
 */
export function findRuntime(
  host: Host,
  root: string,
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string | undefined {
  const name = HOST_RECORDS[host].runtime.executable
  if (name === 'node') return process.execPath
  const path = env['PATH'] ?? env['Path'] ?? ''
  const folders = [join(root, 'node_modules/.bin'), ...path.split(delimiter)]
  const extensions = platform === 'win32' ? ['.exe', '.cmd'] : ['']
  return folders
    .flatMap((folder) => extensions.map((extension) => join(folder, name + extension)))
    .find((file) => existsSync(file))
}

/** Returns the command that runs the function of a host on a port of 127.0.0.1. */
export function runtimeCommand(
  host: Host,
  executable: string,
  port: number,
  env: Record<string, string>,
  platform = process.platform,
): RuntimeCommand {
  const { executable: name, command } = HOST_RECORDS[host].runtime
  const { args, env: variables } = command(port, env)
  // The other runtimes are Node programs.
  const local = name === 'deno' ? {} : { NODE_OPTIONS: listenLocallyOption() }
  const isCommandFile = platform === 'win32' && executable.toLowerCase().endsWith('.cmd')
  const spawned = isCommandFile
    ? commandFile(executable, args, process.env['ComSpec'])
    : { command: executable, args }
  return { ...spawned, env: { ...variables, ...local } }
}
