/**
 * Reads an IP address the way Meta wants it: bare.
 *
 * Port and brackets are stripped, and an IPv4 address mapped into IPv6 becomes IPv4 (decision 7).
 *
 * @param text For example `203.0.113.7:1234`, `[2001:db8::1]:443` or `::ffff:203.0.113.7`.
 * @returns The address, or `undefined` when the text is none.
 */
export function parseIp(text: string): string | undefined {
  const entry = text.trim()
  const host = /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d+$/, '$1')
  const address = host.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIpv4(address) || isIpv6(address) ? address : undefined
}

function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/.test(text)
}

/** The URL parser knows every form of IPv6, in every runtime; `z.ipv6` does the same in 700 bytes more. */
function isIpv6(text: string): boolean {
  return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`)
}
