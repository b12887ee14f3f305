import { setImmediate as turn } from 'node:timers/promises'

/** Bytes on the heap once all garbage is collected; `undefined` without Node's `--expose-gc`. */
export async function heapUsed(): Promise<number | undefined> {
  const { gc } = globalThis
  if (!gc) return undefined
  // What finalizers let go of is garbage of the next round.
  for (let round = 0; round < 5; round++) {
    gc()
    await turn()
  }
  return process.memoryUsage().heapUsed
}
