/**
 * Says in one sentence why a port could not be opened and what to do about it.
 *
 * @param cause What the attempt failed with; kept as the error's `cause`.
 */
export function describeListenError(
  cause: NodeJS.ErrnoException,
  port: number,
  hostname: string | undefined,
): Error {
  return new Error(`Port ${port} ${reason(cause.code, hostname)}`, { cause })
}

function reason(code: string | undefined, hostname: string | undefined): string {
  switch (code) {
    case 'EADDRINUSE':
      return 'is already in use: stop the program that listens on it, or choose another with the port option or the PORT environment variable.'
    case 'EACCES':
      return 'needs rights this process does not have: choose one from 1024 up with the port option or the PORT environment variable.'
    default:
      return hostname === undefined
        ? `cannot be opened (${code}).`
        : `cannot be opened at "${hostname}" (${code}): set the hostname option to an address of this machine, or leave it out to listen on all of them.`
  }
}
