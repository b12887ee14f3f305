import type { VercelCondition, VercelRoute } from './vercel.ts'

/** Parses a `_headers` file as Netlify and Cloudflare do: a line that starts with a slash is a path. */
export function readHeaders(text: string): Record<string, Record<string, string>> {
  const rules: Record<string, Record<string, string>> = {}
  let headers: Record<string, string> = {}
  for (const line of text.split('\n').map((line) => line.trim())) {
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('/')) headers = rules[line] = {}
    else {
      const [name, ...value] = line.split(':')
      headers[name!.trim()] = value.join(':').trim()
    }
  }
  return rules
}

/** Applies the routes before the file system as Vercel does. */
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
    // The first route that sets a header wins.
    for (const [name, value] of Object.entries(route.headers ?? {})) headers[name] ??= value
    path = route.dest ?? path
    if (!route.continue) break
  }
  return { path, headers }
}

function holds({ value }: VercelCondition, accept: string): boolean {
  return new RegExp(`^${value}$`).test(accept)
}
