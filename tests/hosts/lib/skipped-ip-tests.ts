/**
 * Returns the conformance tests of the client IP (specification 2.2) that cannot pass if the runtime writes this
 * header itself.
 */
export function skippedIpTests(
  header: 'CF-Connecting-IP' | 'X-Forwarded-For' | 'X-Real-IP',
): Record<string, string> {
  const titles = header === 'X-Forwarded-For' ? [...FIRST_ENTRIES, ...FALLBACKS] : FALLBACKS
  return Object.fromEntries(titles.map((title) => [title, `The runtime overwrites ${header}.`]))
}

const FALLBACKS = [
  'falls back to CF-Connecting-IP, then to X-Real-IP',
  ...['unknown', '', '999.1.1.1', '_hidden', '203.0.113.7.5'].map(
    (entry) => `ignores a header that does not start with an IP: ${JSON.stringify(entry)}`,
  ),
]

const FIRST_ENTRIES = [
  '203.0.113.7',
  ' 203.0.113.7 , 198.51.100.1',
  '203.0.113.7:8443, 198.51.100.1',
  '[2001:db8::7]:8443',
  '2001:db8::7',
  '::ffff:203.0.113.7',
].map((entry) => `reads the client IP from the first entry of X-Forwarded-For: ${entry}`)
