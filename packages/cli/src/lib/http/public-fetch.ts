import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, fetch as undiciFetch } from 'undici'

/**
 * Returns a `fetch` for the site of a stranger: it connects only to public addresses, so that neither a redirect nor
 * the site's DNS can lead a request into the local network. The IP that a connection uses is checked, not an earlier
 * lookup of the same name.
 *
 * @param named The URLs that the user named. If the host of one is an IP or `localhost`, connections to exactly this
 *   host and port are allowed, too.
 */
export function publicFetch(...named: URL[]): typeof globalThis.fetch {
  const connectTo = { public: buildConnector({ lookup: lookupPublic }), any: buildConnector({}) }
  const dispatcher = new Agent({
    connect(options, callback) {
      const host = withoutBrackets(options.hostname)
      if (named.some((url) => isNamed(url, host, options.port))) {
        return connectTo.any(options, callback)
      }
      // An IP is not looked up.
      if (isIP(host) && !isPublic(host)) return callback(new PrivateAddressError(), null)
      connectTo.public(options, callback)
    },
  })
  // The types of the package and of Node differ, their objects do not.
  return ((input: string, init: RequestInit) =>
    undiciFetch(input, { ...init, dispatcher } as never)) as unknown as typeof globalThis.fetch
}

class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS'
}

function isNamed({ protocol, hostname, port }: URL, host: string, usedPort: string): boolean {
  const name = withoutBrackets(hostname)
  const namedPort = port || (protocol === 'https:' ? '443' : '80')
  const isLocal = isIP(name) !== 0 || name === 'localhost'
  return isLocal && host === name && (usedPort || namedPort) === namedPort
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

export function isPublic(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast'
}

const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const allowed = addresses.filter(({ address }) => isPublic(address))
    const [first] = allowed
    if (!first) return callback(new PrivateAddressError(), [])
    if (options.all) callback(null, allowed)
    else callback(null, first.address, first.family)
  })
}
