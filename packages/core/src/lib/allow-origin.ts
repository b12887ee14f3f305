/**
 * Decides who may read the answer, and with an allow-list, who may send events at all.
 *
 * @param origin The request's `Origin` header.
 * @param allowed Exact origins, and `*.school.example` for every https subdomain of it. `undefined`: no
 *   allow-list.
 * @returns The value of `Access-Control-Allow-Origin`: `*` without an allow-list, the origin itself when
 *   the list has it. `undefined` when the origin is refused, which a request without one is: browsers
 *   always send it with a POST.
 */
export function allowOrigin(
  origin: string | null,
  allowed: readonly string[] | undefined,
): string | undefined {
  if (!allowed) return '*'
  if (origin && allowed.some((pattern) => matches(origin, pattern))) return origin
}

function matches(origin: string, pattern: string): boolean {
  if (!pattern.startsWith('*.')) return origin === pattern
  return origin.startsWith('https://') && origin.endsWith(pattern.slice(1))
}
