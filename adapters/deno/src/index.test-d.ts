// Compiled, not run: Deno's own types take what the package makes.
import { clientIp, createFunction } from './index.ts'

export const overTcp: Deno.ServeHandler<Deno.NetAddr> = createFunction({ clientIp })
export const overUnix: Deno.ServeHandler<Deno.UnixAddr> = createFunction()
export const forDenoServe: Deno.ServeDefaultExport = { fetch: createFunction() }
