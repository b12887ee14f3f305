/** A promise to be resolved from outside, when a test has come that far. */
export function deferred<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((fulfil) => (resolve = fulfil))
  return { promise, resolve }
}
