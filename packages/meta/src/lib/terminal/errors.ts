import type { Finding } from '@conversion-capi/core/diagnostics'

/** A problem that stops a command. It is printed without a stack, and the exit code is 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  /** The problems behind the message, if there are several or if they have a place. */
  readonly findings: Finding[]

  /**
   * @param message `<Thing> <problem>. <What to do>.`
   * @param findings Printed below the message.
   */
  constructor(message: string, findings: Finding[] = []) {
    super(message)
    this.findings = findings
  }
}

/** A wrong command, flag or value on the command line. It is printed without a stack, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The errors of the queue file say what to do, so they need no stack. */
export function useQueue<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}
