import type { Warning } from '../event/event-warnings.ts'

/**
 * Finds the visitor's IP: the one that the host knows, or the first that is in a header (specification 2.2).
 *
 * Only the first entry of each header counts. An entry that is not an IP counts as missing (decision 7).
 *
 * @param warnings A warning is added if the IP cannot be the visitor's.
 */
export function findClientIp(
  headers: Headers,
  hostIp: string | undefined,
  warnings: Warning[] = [],
): string | undefined {
  let key = 'clientIp'
  let ip = parseFirstIp(hostIp)
  for (const name of IP_HEADERS) ip ??= parseFirstIp(headers.get((key = name)))
  // A host behind Cloudflare can overwrite `X-Forwarded-For` with the IP of Cloudflare.
  const isCloudflare = headers.get('CF-Ray') && ip !== parseFirstIp(headers.get(CLOUDFLARE_IP))
  const reason = isPrivate(ip) ? 'private' : isCloudflare && 'cloudflare'
  if (ip && reason) warnings.push({ key, reason })
  return ip
}

/** Unspecified, loopback, private, carrier-grade NAT, link-local and unique local addresses. */
function isPrivate(ip = ''): boolean {
  const [a, b = 0] = ip.split('.').map(Number)
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 100 && b >> 6 === 1) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >> 4 === 1) ||
    (a === 192 && b === 168) ||
    /^([0:]+1?$|f([cd].|e[89ab]).:)/i.test(ip)
  )
}

const CLOUDFLARE_IP = 'CF-Connecting-IP'

const IP_HEADERS = ['X-Forwarded-For', CLOUDFLARE_IP, 'X-Real-IP']

function parseFirstIp(list: string | null | undefined): string | undefined {
  return parseIp(list?.split(',', 1)[0] ?? '')
}

/**
 * Parses an IP without its port and brackets (decision 7), for example `203.0.113.7:1234` or `[2001:db8::1]:443`. IPv4
 * mapped to IPv6 (`::ffff:203.0.113.7`) is returned as IPv4.
 */
export function parseIp(text: string): string | undefined {
  const host = text.trim().replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
  const ip = host.replace(/^::ffff:(?=[\d.]+$)/i, '')
  // The URL parser of every runtime knows all forms. It parses an IPv4 strictly only inside an IPv6.
  const ipv6 = ip.includes(':') ? ip : `::${ip}`
  return /^[\da-f]*[.:][\da-f.:]*$/i.test(ip) && URL.canParse(`http://[${ipv6}]`) ? ip : undefined
}
