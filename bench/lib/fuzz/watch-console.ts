const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const

/** Keeps what is printed, instead of printing it, until stopped. */
export function watchConsole(): {
  /** What was printed since it was last called. */
  take: () => unknown[][]
  stop: () => void
} {
  const printed: unknown[][] = []
  const originals = METHODS.map((method) => [method, console[method]] as const)
  for (const method of METHODS) console[method] = (...values) => void printed.push(values)
  return { take: () => printed.splice(0), stop }

  function stop(): void {
    for (const [method, original] of originals) console[method] = original
  }
}
