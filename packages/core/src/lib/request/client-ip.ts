import type { Warning } from '../common/warning.ts'

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
  const isPrivate = /^[01]|:/.test(ip!) && PRIVATE_HOST.test(new URL(toUrl(ip!)).hostname)
  const reason = isPrivate ? 'private' : isCloudflare && 'cloudflare'
  if (reason) warnings.push({ key, reason })
  return ip
}

/**
 * Unspecified, loopback, unique local and link-local addresses of IPv6; and of IPv4, mapped to IPv6: 0.0.0.0/8, 10.0.0.0/8,
 * 127.0.0.0/8, 100.64.0.0/10, 169.254.0.0/16, 172.16.0.0/12 and 192.168.0.0/16.
 */
const PRIVATE_HOST =
  /^\[(::1?|f([cd]\w|e[89ab])\w:.*|::ffff:(..?|a..|7f..|64[4-7].|a9fe|ac1.|c0a8):\w+)]/

const CLOUDFLARE_IP = 'CF-Connecting-IP'

const IP_HEADERS = ['X-Forwarded-For', CLOUDFLARE_IP, 'X-Real-IP']

function parseFirstIp(list: string | null | undefined): string | undefined {
  return list ? parseIp(list.split(',', 1)[0]!) : undefined
}

/**
 * Parses an IP without its port and brackets (decision 7), for example `203.0.113.7:1234` or `[2001:db8::1]:443`. IPv4
 * mapped to IPv6 (`::ffff:203.0.113.7`) is returned as IPv4.
 */
export function parseIp(text: string): string | undefined {
  const host = text.trim().replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
  const ip = host.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return /^[\da-f]*[.:][\da-f.:]*$/i.test(ip) && URL.canParse(toUrl(ip)) ? ip : undefined
}

/** The URL parser of every runtime knows all forms. It parses an IPv4 strictly only inside an IPv6. */
function toUrl(ip: string): string {
  return `http://[${ip.includes(':') ? '' : '::ffff:'}${ip}]`
}
