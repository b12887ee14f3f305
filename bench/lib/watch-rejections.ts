/** Notes promises that were rejected and that nobody handled, instead of letting them end the process. */
export function watchRejections(): {
  /** Those noted since it was last called. */
  take: () => string[]
  stop: () => void
} {
  const noted: string[] = []
  process.on('unhandledRejection', note)
  return { take: () => noted.splice(0), stop: () => void process.off('unhandledRejection', note) }

  function note(reason: unknown): void {
    noted.push(describe(reason))
  }
}

/** A rejection may be anything, even what cannot be made a text. */
function describe(reason: unknown): string {
  try {
    return String(reason)
  } catch {
    return typeof reason
  }
}
