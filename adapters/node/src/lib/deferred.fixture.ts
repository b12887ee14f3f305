/** Creates a promise that a test resolves from outside. */
export function deferred<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((onResolve) => (resolve = onResolve))
  return { promise, resolve }
}
