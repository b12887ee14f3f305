/**
 * Starts the command line of this package and of `conversion-capi`. For these packages only: it can change in every
 * version. It imports nothing when it is loaded, so that an old Node can print the sentence.
 *
 * @module
 */

import type Http from 'node:http'

import type { CommandLine } from './lib/terminal/run-command-line.ts'
import type { Streams } from './lib/terminal/terminal.ts'

/**
 * Runs a command line with the arguments and streams of this process, and sets its exit code.
 *
 * @param load Imports the command line. Not called if Node is too old.
 */
export async function start(
  name: string,
  load: () => Promise<(argv: string[], streams: Streams) => Promise<number>>,
): Promise<void> {
  const { node } = process.versions
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 18)) {
    console.error(
      `${name} needs Node 22.18 or later, got ${node}. Install it from https://nodejs.org.`,
    )
    process.exitCode = 1
    return
  }
  // The reader has what it wants: `conversion-capi check 2>&1 | head`.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit()
    })
  }
  const { readProxy } = await import('./lib/http/read-proxy.ts')
  const proxy = readProxy(process.env)
  if (proxy) {
    const http: Partial<typeof Http> = await import('node:http')
    const { httpProxy, httpsProxy = httpProxy, noProxy } = proxy
    // Before Node 24.14, only `NODE_USE_ENV_PROXY=1` does this.
    http.setGlobalProxyFromEnv?.({
      http_proxy: httpProxy,
      https_proxy: httpsProxy,
      no_proxy: noProxy,
    })
  }
  const main = await load()
  process.exitCode = await main(process.argv.slice(2), process)
}

/** Runs a command and prints its result. Loads what that needs, and not what a command needs: `--help` is fast. */
export async function runCommandLine(
  commandLine: CommandLine,
  argv: string[],
  streams: Streams,
): Promise<number> {
  const { runCommandLine: run } = await import('./lib/terminal/run-command-line.ts')
  return run(commandLine, argv, streams)
}
