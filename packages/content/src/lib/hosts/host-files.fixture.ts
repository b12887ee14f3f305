import type { VercelCondition, VercelRoute } from './vercel.ts'

/**
 * Returns the headers that a `_headers` file adds to a path, as Cloudflare does: every matching rule in order, which
 * first removes headers (`! Name`) and then adds to those of earlier rules. Netlify's files have exact paths only.
 *
 * @see https://github.com/cloudflare/workers-sdk/blob/main/packages/workers-shared/asset-worker/src/utils/headers.ts
 */
export function readHeaders(text: string, path: string): Record<string, string> {
  const headers: Record<string, string> = {}
  let splat: string | undefined
  for (const line of text.split('\n').map((line) => line.trim())) {
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('/')) splat = matchPath(line, path)
    else if (splat === undefined) continue
    else if (line.startsWith('! ')) delete headers[line.slice('! '.length)]
    else {
      const [name, ...rest] = line.split(':') as [string, ...string[]]
      const value = rest.join(':').trim().replaceAll(':splat', splat)
      headers[name] = name in headers ? `${headers[name]}, ${value}` : value
    }
  }
  return headers
}

function matchPath(pattern: string, path: string): string | undefined {
  const [start, end] = pattern.split('*') as [string, string | undefined]
  if (end === undefined) return path === pattern ? '' : undefined
  const isMatch =
    path.length >= start.length + end.length && path.startsWith(start) && path.endsWith(end)
  return isMatch ? path.slice(start.length, path.length - end.length) : undefined
}

/** Applies the routes before the file system as Vercel does. */
export function routeOnVercel(
  routes: VercelRoute[],
  path: string,
  accept: string,
): { path: string; headers: Record<string, string> } {
  const headers: Record<string, string> = {}
  for (const route of routes) {
    const src = new RegExp(route.src)
    const isMatch =
      src.test(path) &&
      (route.has ?? []).every((condition) => holds(condition, accept)) &&
      !(route.missing ?? []).some((condition) => holds(condition, accept))
    if (!isMatch) continue
    // The first route that sets a header wins.
    const fill = (text: string) => path.replace(src, text)
    for (const [name, value] of Object.entries(route.headers ?? {})) headers[name] ??= fill(value)
    path = fill(route.dest ?? '$&')
    if (!route.continue) break
  }
  return { path, headers }
}

function holds({ value }: VercelCondition, accept: string): boolean {
  return new RegExp(`^${value}$`).test(accept)
}
