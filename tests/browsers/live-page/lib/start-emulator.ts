import { createEmulator, type Emulator, type EmulatorOptions } from '@conversion-capi/emulator'
import { serve } from 'srvx'

/** An emulator behind an HTTP server. */
export interface RunningEmulator {
  emulator: Emulator
  /** The URL of the live page. */
  url: string
  close: () => Promise<void>
}

/** Starts an emulator, on a free port by default. */
export async function startEmulator(
  options: EmulatorOptions = {},
  port = 0,
): Promise<RunningEmulator> {
  const emulator = createEmulator(options)
  const server = serve({
    port,
    hostname: '127.0.0.1',
    silent: true,
    fetch: (request) => emulator.fetch(request).catch(() => new Response(null, { status: 502 })),
  })
  await server.ready()
  return { emulator, url: `${server.url!.replace(/\/$/, '')}/`, close: () => server.close(true) }
}
