/**
 * Returns the port to listen on, from 0 to 65535.
 *
 * @param env The `PORT` environment variable, used if the option is missing. An empty string counts as missing.
 * @returns The port. 3000 if both are missing.
 * @throws If the value is not a port.
 */
export function readPort(option: number | undefined, env: string | undefined): number {
  const value = option ?? (env || 3000)
  const port = /^\d+$/.test(String(value)) ? Number(value) : NaN
  if (port <= 65_535) return port

  const source = option === undefined ? 'The PORT environment variable' : 'The port option'
  throw new Error(
    `${source} must be an integer from 0 to 65535, got "${value}". Use 0 for any free port.`,
  )
}

/**
 * Creates the error for a port that cannot be opened. The message says how to fix it.
 *
 * @param cause The error from `listen`, kept as `cause`.
 */
export function describeListenError(
  cause: NodeJS.ErrnoException,
  port: number,
  hostname: string | undefined,
): Error {
  return new Error(describe(cause.code, port, hostname), { cause })
}

function describe(code: string | undefined, port: number, hostname: string | undefined): string {
  const other = 'with the port option or the PORT environment variable'
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use. Stop the program that listens on it, or choose another port ${other}.`
    case 'EACCES':
      return `Port ${port} requires elevated privileges. Choose a port from 1024 up ${other}.`
    default:
      return hostname === undefined
        ? `Port ${port} cannot be opened (${code}).`
        : `Port ${port} cannot be opened on "${hostname}" (${code}). Set the hostname option to an IP of this machine, or remove it to listen on all network interfaces.`
  }
}
