/**
 * Finds the visitor's IP: the one that the host knows, or the first that is in a header (specification 2.2).
 *
 * Only the first entry of each header counts. An entry that is not an IP counts as missing (decision 7).
 */
export function findClientIp(headers: Headers, hostIp: string | undefined): string | undefined {
  let ip = parseFirstIp(hostIp)
  for (const name of IP_HEADERS) ip ??= parseFirstIp(headers.get(name))
  return ip
}

const IP_HEADERS = ['X-Forwarded-For', 'CF-Connecting-IP', 'X-Real-IP']

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
  return isIpv4(ip) || isIpv6(ip) ? ip : undefined
}

function isIpv4(text: string): boolean {
  return /^((25[0-5]|(2[0-4]|1\d|[1-9]|)\d)(\.(?!$)|$)){4}$/.test(text)
}

// The URL parser of every runtime knows all forms.
function isIpv6(text: string): boolean {
  return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`)
}
