/** Starts one of the servers: `node serve.ts <name> <graphUrl>`. With `--expose-gc`, it reports the memory after a collection. */
import { reportToParent } from './report-to-parent.ts'
import { type ServerName, SERVERS } from './servers.ts'

/** The resources of a server. */
export interface ServerReport {
  /** CPU time since the start in microseconds. */
  cpu: number
  /** Bytes of objects, strings and buffers. */
  used: number
  /** Largest resident set in bytes. */
  maxRss: number
}

const [name, graphUrl] = process.argv.slice(2) as [ServerName, string]
reportToParent(await SERVERS[name](graphUrl), (): ServerReport => {
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  const { heapUsed, external } = process.memoryUsage()
  return {
    cpu: user + system,
    used: heapUsed + external,
    maxRss: process.resourceUsage().maxRSS * 1024,
  }
})
