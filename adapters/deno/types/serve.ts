// Compiled, not run: Deno's own types take what the package makes.
import { clientAddress, createFunction } from '../src/index.ts'

export const overTcp: Deno.ServeHandler<Deno.NetAddr> = createFunction({ clientIp: clientAddress })
export const overUnix: Deno.ServeHandler<Deno.UnixAddr> = createFunction()
export const forDenoServe: Deno.ServeDefaultExport = { fetch: createFunction() }
