/**
 * Decides which origin may send events and read the response.
 *
 * @param origin The request's `Origin` header. Browsers send it with every POST.
 * @param allowedOrigins Exact origins, and `*.school.example` for every https subdomain. If `undefined`, every
 *   origin is allowed.
 * @returns The value of `Access-Control-Allow-Origin`: `*` if every origin is allowed, the origin if the list
 *   contains it, or `undefined` if the request must be rejected.
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
