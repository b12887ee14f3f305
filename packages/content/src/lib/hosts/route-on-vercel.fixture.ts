import type { VercelCondition, VercelRoute } from './vercel-route.ts'

/** Follows the routes before the file system, as Vercel's own resolver does. */
export function routeOnVercel(
  routes: (VercelRoute | { handle: string })[],
  path: string,
  accept: string,
): { path: string; headers: Record<string, string> } {
  const headers: Record<string, string> = {}
  for (const route of routes) {
    if ('handle' in route) break
    const isMatch =
      new RegExp(route.src).test(path) &&
      (route.has ?? []).every((condition) => holds(condition, accept)) &&
      !(route.missing ?? []).some((condition) => holds(condition, accept))
    if (!isMatch) continue
    // What was set first stays.
    for (const [name, value] of Object.entries(route.headers ?? {})) headers[name] ??= value
    path = route.dest ?? path
    if (!route.continue) break
  }
  return { path, headers }
}

function holds({ value }: VercelCondition, accept: string): boolean {
  return new RegExp(`^${value}$`).test(accept)
}
