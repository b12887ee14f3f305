/**
 * Returns the value of `Access-Control-Allow-Origin`, or `undefined` if the request must be rejected. Browsers send the
 * `Origin` header with every POST.
 */
export function allowOrigin(
  origin: string | null,
  allowedOrigins: readonly string[] | undefined,
): string | undefined {
  if (!allowedOrigins) return '*'
  if (origin && allowedOrigins.some((pattern) => matches(origin, pattern))) return origin
}

function matches(origin: string, pattern: string): boolean {
  if (!pattern.startsWith('*.')) return origin === pattern
  return origin.startsWith('https://') && origin.endsWith(pattern.slice(1))
}
