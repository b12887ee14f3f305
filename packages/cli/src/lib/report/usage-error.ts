/** A wrong command, flag or value on the command line. It is printed without a stack, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
