/** Returns what the work resolves to, or `undefined` after `ms`. */
export async function waitFor<Value>(
  ms: number,
  work: Value | Promise<Value>,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
