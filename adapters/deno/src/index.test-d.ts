// Compiled, never run: the function matches Deno's types.
import { clientIp, createFunction } from './index.ts'

export const overTcp: Deno.ServeHandler<Deno.NetAddr> = createFunction({ clientIp })
export const overUnix: Deno.ServeHandler<Deno.UnixAddr> = createFunction()
export const forDenoServe: Deno.ServeDefaultExport = { fetch: createFunction() }
