import { existsSync } from 'node:fs'
import type { Server } from 'node:net'
import { delimiter, join } from 'node:path'

import { type Host, HOST_RECORDS } from '../hosts/hosts.ts'

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

export function runtimeCommand(
  host: Host,
  executable: string,
  port: number,
  env: Record<string, string>,
  platform = process.platform,
) {
  const { executable: name, command } = HOST_RECORDS[host].runtime
  const { args, env: variables } = command(port, env)
  // The other runtimes are Node programs.
  const local = name === 'deno' ? {} : { NODE_OPTIONS: listenLocallyOption() }
  const isCommandFile = platform === 'win32' && executable.toLowerCase().endsWith('.cmd')
  const spawned = isCommandFile
    ? commandFile(executable, args, process.env['ComSpec'])
    : { command: executable, args, windowsVerbatimArguments: false }
  return { ...spawned, env: { ...variables, ...local } }
}

/**
 * Returns how to start a `.cmd` file on Windows, which Node refuses to start without a shell. Escapes as `cross-spawn`
 * does: the arguments twice, because the file itself passes them to a second command.
 *
 * @param args The arguments, without double quotes and backslashes.
 * @see https://nodejs.org/api/child_process.html#spawning-bat-and-cmd-files-on-windows
 */
export function commandFile(command: string, args: readonly string[], comSpec = 'cmd.exe') {
  const line = [escape(command), ...args.map((each) => escape(escape(`"${each}"`)))].join(' ')
  return {
    command: comSpec,
    args: ['/d', '/s', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  }
}

function escape(text: string): string {
  return text.replaceAll(/[()\][%!^"`<>&|;, *?]/g, '^$&')
}

/**
 * The option that makes a Node process listen on 127.0.0.1 only, unless it names another local hostname. Most servers
 * listen on all interfaces by default, so that everyone in the same network could send events.
 *
 * @see https://nodejs.org/api/cli.html#--importmodule
 */
function listenLocallyOption(): string {
  const script = `import { Server } from 'node:net';(${listenLocally})(Server.prototype)`
  return `--import=data:text/javascript,${encodeURIComponent(script)}`
}

/** Runs in the other process, so it must not use anything of this file. */
function listenLocally(prototype: Server): void {
  const listen = prototype.listen as (...args: unknown[]) => Server
  prototype.listen = function listenOnLoopback(this: Server, ...args: unknown[]): Server {
    const [first, second] = args
    const isSocketPath = typeof first === 'string' && !(Number(first) >= 0)
    const isObject = typeof first === 'object' && first !== null
    const { host, ...options }: { host?: unknown; port?: unknown } = isObject
      ? first
      : { port: typeof first === 'function' ? 0 : (first ?? 0), host: second }
    const isLocal = typeof host === 'string' && /^(?:localhost|127\.[\d.]+|::1)$/.test(host)
    if (isSocketPath || isLocal || !('port' in options)) return Reflect.apply(listen, this, args)
    const callback = args.findLast((each) => typeof each === 'function')
    return Reflect.apply(listen, this, [{ ...options, host: '127.0.0.1' }, callback])
  }
}
