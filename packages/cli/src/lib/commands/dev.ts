import { once } from 'node:events'

import {
  COMMON_ARGS,
  createCommand,
  hasColors,
  paint,
  UsageError,
  withInterrupts,
} from '@conversion-capi/meta/terminal'

import { runDev } from '../dev/run-dev.ts'

export const dev = createCommand({
  args: {
    dir: COMMON_ARGS.dir,
    port: {
      type: 'string',
      description: 'The port. 0 selects a free one. (Default: $PORT or 3000)',
    },
  },
  async run(args, { stdout, env }) {
    const colors = hasColors(stdout, env)
    const port = readPort(args.port ?? (env['PORT'] || '3000'))
    const server = await runDev({
      dir: args.dir,
      port,
      log({ level, message }) {
        const style = { info: 'green', warning: 'yellow', error: 'red' } as const
        stdout.write(`  ${paint(message, style[level], colors)}\n`)
      },
    })
    stdout.write(`
  Site              ${server.url}
  Emulator          ${server.emulatorUrl}
  For AI agents     ${server.forLlmUrl}

  Submit a form on the site, then look at the emulator.
  Press Ctrl-C to stop.

`)
    await withInterrupts(async (signal) => {
      await once(signal, 'abort')
      await server.close()
    })
    return { findings: [], summary: '' }
  },
})

function readPort(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : NaN
  if (port <= 65_535) return port
  throw new UsageError(`The port must be an integer from 0 to 65535, got "${text}".`)
}
