/**
 * Writes to stderr what went wrong and where, but not the error's message: it may quote the request.
 *
 * @param method The request's method; its URL may be personal too.
 * @param error Whatever was thrown.
 */
export function reportError(method: string, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error
  console.error(`[@conversion-capi/node] ${method} answered 500: ${name}${readFrames(error)}`)
}

/** The stack begins with the name and the message; where it does not, nothing of it can be told apart. */
function readFrames(error: unknown): string {
  if (!(error instanceof Error) || !error.stack) return ''
  const head = String(error)
  return error.stack.startsWith(head) ? error.stack.slice(head.length) : ''
}
