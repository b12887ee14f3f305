/**
 * Calls a function with a signal that aborts at Ctrl-C, or when the terminal is closed. The listeners stay until the end:
 * npm repeats the signal, and a second one without a listener would end the process before the function does.
 */
export async function withInterrupts<Value>(
  run: (signal: AbortSignal) => Promise<Value>,
  onInterrupt = (): void => {},
): Promise<Value> {
  const controller = new AbortController()
  const abort = (name: NodeJS.Signals): void => {
    if (name === 'SIGINT' && !controller.signal.aborted) onInterrupt()
    controller.abort()
  }
  for (const name of SIGNALS) process.on(name, abort)
  try {
    return await run(controller.signal)
  } finally {
    for (const name of SIGNALS) process.off(name, abort)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
