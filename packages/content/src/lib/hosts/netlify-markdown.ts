/**
 * Netlify's edge function that responds with the Markdown version of a page to clients that prefer it. Its declaration
 * matches the `Accept` header, so people's visits do not run it.
 *
 * A client's weights are compared as in `prefersMarkdown`. The function fetches the Markdown version as its own URL, so
 * that it has the headers of `_headers`.
 *
 * @see https://docs.netlify.com/build/edge-functions/declarations/
 */
export const NETLIFY_MARKDOWN = `// Responds with the Markdown version of a page to clients that prefer it.
export default async function respondWithMarkdown(request) {
  const weights = new Map()
  for (const range of request.headers.get('Accept').toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1
    weights.set(type, Math.max(weight, weights.get(type) ?? 0))
  }
  const weight = weights.get('text/markdown')
  if (!(weight > 0 && weight >= (weights.get('text/html') ?? 0))) return

  const url = new URL(request.url)
  // Relative to a URL, such a path is another host.
  if (url.pathname.startsWith('//')) return
  url.pathname += \`\${url.pathname.endsWith('/') ? 'index' : ''}.md\`
  url.search = ''
  const markdown = await fetch(url, { method: request.method, redirect: 'manual' })
  const headers = new Headers(markdown.headers)
  // Without a return value, Netlify responds with the page.
  if (!markdown.ok || !headers.get('Content-Type')?.startsWith('text/markdown')) return
  headers.append('Vary', 'Accept')
  headers.set('Content-Location', url.pathname)
  return new Response(markdown.body, { headers })
}

export const config = {
  path: '/*',
  method: ['GET', 'HEAD'],
  header: { accept: 'text/markdown' },
  onError: 'bypass',
}
`
