/** The options of the server, apart from the proxy. */
export interface ServerOptions {
  /**
   * Responds to requests at all other paths, e.g. `serveResources` of `@conversion-capi/content`.
   *
   * @default a 404 response
   */
  site?: (request: Request) => Response | Promise<Response>
  /**
   * The maximum length of a request body that `site` can read, in bytes, from 0 to 2,147,483,647. Reading more throws,
   * and the client gets a 413. Does not apply to the proxy, which has `maxBodyBytes` in its configuration.
   *
   * @default 1048576
   */
  maxSiteBodyBytes?: number
  /**
   * The file in which events wait that could not be delivered, for example `queue/events.sqlite`. This process delivers
   * them when Meta is available again, for up to 47 hours. The file must not be published. Needs Node 22.13 or later,
   * and cannot be used with `keep`. If the file cannot be opened, the server starts without it and logs why.
   *
   * @default the `META_QUEUE_FILE` environment variable, or no queue
   */
  queue?: string
  /**
   * The port to listen on. 0 selects any free port. Ignored if a systemd socket starts the process.
   *
   * @default the `PORT` environment variable, or 3000
   */
  port?: number
  /**
   * The IP or hostname to listen on, e.g. `127.0.0.1` to accept local connections only.
   *
   * @default all network interfaces
   */
  hostname?: string
  /**
   * How long pending requests and deliveries of the queue may take to finish after `close`, in milliseconds, from 0 to
   * 2,147,483,647. The default is longer than the proxy needs and shorter than the 10 seconds after which Docker kills a container.
   *
   * @default 8000
   */
  drainMs?: number
  /**
   * How long an idle connection stays open, in milliseconds, from 1,000 to 3,600,000. Must be longer than the idle
   * timeout of the load balancer or reverse proxy, which would otherwise send requests to closed connections. The
   * default is longer than the common 60 seconds.
   *
   * @default 65000
   */
  keepAliveTimeoutMs?: number
  /**
   * Closes the server on SIGTERM and SIGINT, then lets the process exit. A second SIGINT closes all connections
   * at once.
   *
   * @default true
   */
  signals?: boolean
}

/** The names of the options, and what `typeof` returns for their values. */
export const SERVER_OPTION_TYPES: Record<keyof ServerOptions, string> = {
  site: 'function',
  maxSiteBodyBytes: 'number',
  queue: 'string',
  port: 'number',
  hostname: 'string',
  drainMs: 'number',
  keepAliveTimeoutMs: 'number',
  signals: 'boolean',
}

/** Checks the options, except the value of `port`, which {@link readPort} checks. */
export function checkServerOptions(options: ServerOptions): void {
  for (const [name, type] of Object.entries(SERVER_OPTION_TYPES)) {
    const value = options[name as keyof ServerOptions]
    if (value !== undefined && typeof value !== type) {
      throw new TypeError(`Option "${name}" must be of type ${type}.`)
    }
  }
  if (options.hostname?.trim() === '') {
    throw new TypeError(
      'Option "hostname" is empty. Remove it to listen on all network interfaces, or use "127.0.0.1" to accept local connections only.',
    )
  }
  for (const [name, { min, max, unit }] of Object.entries(RANGES)) {
    const value = options[name as keyof typeof RANGES]
    if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) continue
    throw new RangeError(
      `Option "${name}" must be an integer from ${min} to ${max}, in ${unit}, got ${value}.`,
    )
  }
}

const RANGES = {
  maxSiteBodyBytes: { min: 0, max: 2_147_483_647, unit: 'bytes' },
  drainMs: { min: 0, max: 2_147_483_647, unit: 'milliseconds' },
  keepAliveTimeoutMs: { min: 1000, max: 3_600_000, unit: 'milliseconds' },
}

/** Returns the port to listen on. An empty `PORT` environment variable counts as missing. */
export function readPort(option: number | undefined, env: string | undefined): number {
  const value = option ?? (env || 3000)
  const port = /^\d+$/.test(String(value)) ? Number(value) : NaN
  if (port <= 65_535) return port

  const source = option === undefined ? 'The PORT environment variable' : 'The port option'
  throw new Error(
    `${source} must be an integer from 0 to 65535, got "${value}". Use 0 for any free port.`,
  )
}
