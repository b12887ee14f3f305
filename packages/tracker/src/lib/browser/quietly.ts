/** The result of some work, or nothing when it throws: what fails here must not break the page. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
