/** Records unhandled rejections until stopped, instead of letting them end the process. */
export function watchRejections(): {
  take: () => string[]
  stop: () => void
} {
  const rejections: string[] = []
  process.on('unhandledRejection', record)
  return {
    take: () => rejections.splice(0),
    stop: () => void process.off('unhandledRejection', record),
  }

  function record(reason: unknown): void {
    rejections.push(describe(reason))
  }
}

/** Some reasons cannot be converted to a string, e.g. an object without a prototype. */
function describe(reason: unknown): string {
  try {
    return String(reason)
  } catch {
    return typeof reason
  }
}
