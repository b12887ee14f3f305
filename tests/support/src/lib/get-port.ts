import { randomInt } from 'node:crypto'

import findPort from 'get-port'

/** Lower ports can be reserved, and fetch blocks some of them. */
const MIN_PORT = 11_000
/** Linux assigns higher ports to other processes, also between this call and the start of the caller's server. */
const END_PORT = 32_768

/** Returns a free port that the system does not assign by itself. */
export function getPort(): Promise<number> {
  return findPort({ port: Array.from({ length: 50 }, () => randomInt(MIN_PORT, END_PORT)) })
}
