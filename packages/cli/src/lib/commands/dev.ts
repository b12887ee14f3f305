import { defineCommand } from 'citty'

import { runDev } from '../dev/run-dev.ts'
import { UsageError } from '../output/errors.ts'
import type { CommandResult } from '../output/command-result.ts'
import { type Streams, hasColors, paint } from '../output/terminal.ts'
import { COMMON_ARGS } from './common-args.ts'

/** `conversion-capi dev`. */
export const dev = defineCommand({
  meta: {
    name: 'dev',
    description: 'Run the site on this machine, with an emulator instead of Meta.',
  },
  args: {
    dir: COMMON_ARGS.dir,
    port: {
      type: 'string',
      description: 'The port. 0 selects a free one. (Default: $PORT or 3000)',
    },
    runtime: {
      type: 'boolean',
      default: true,
      description: "Run your function in its host's local runtime, if that is installed.",
      negativeDescription: 'Run the same handler in Node instead.',
    },
    env: {
      type: 'string',
      description: 'Names of variables of the shell that your function reads: A,B.',
    },
  },
  async run({ args, data }): Promise<CommandResult> {
    const { stdout, env } = data as Streams
    const colors = hasColors(stdout, env)
    const port = readPort(args.port ?? (env['PORT'] || '3000'))
    const server = await runDev({
      dir: args.dir,
      port,
      runtime: args.runtime,
      env: args.env?.split(',') ?? [],
      log({ level, message }) {
        const style = { info: 'green', warning: 'yellow', error: 'red' } as const
        stdout.write(`  ${paint(message, style[level], colors)}\n`)
      },
    })
    stdout.write(`
  Site              ${server.url}
  Emulator          ${server.emulatorUrl}
  Facts for agents  ${server.forLlmUrl}

  Submit a form on the site, then look at the emulator.
  Press Ctrl-C to stop.

`)
    await interrupted()
    await server.close()
    return { findings: [], summary: '' }
  },
})

/**
 * Resolves at Ctrl-C, or when the terminal is closed. The listeners stay: npm repeats the signal, and a second one
 * without a listener would end the process before it has stopped the function.
 */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve())
  })
}

function readPort(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : NaN
  if (port <= 65_535) return port
  throw new UsageError(`The port must be an integer from 0 to 65535, got "${text}".`)
}
