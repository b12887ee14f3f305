const META = /(?:^|\.)(?:facebook\.(?:com|net)|fbcdn\.net|fbsbx\.com|instagram\.com|meta\.com)$/i

export function isMeta(url: string): boolean {
  return URL.canParse(url) && META.test(new URL(url).hostname)
}

/**
 * Returns the content security policy of the pages under development: a page may load from its own origin, and from
 * the origins that a file of the site names, except Meta's. Everything else is blocked and reported.
 *
 * A policy can only list what is allowed, so a script of a tag manager that no file names is blocked, too.
 */
export function contentSecurityPolicy(texts: Iterable<string>, reportPath: string): string {
  const origins = new Set<string>()
  for (const text of texts) {
    for (const [url] of text.matchAll(/(?:https?:|wss?:)?\/\/[a-z0-9.-]+\.[a-z]{2,}(?::\d+)?/gi)) {
      const absolute = url.startsWith('//') ? `https:${url}` : url
      if (URL.canParse(absolute) && !isMeta(absolute)) origins.add(new URL(absolute).origin)
    }
  }
  const sources = [`'self'`, ...[...origins].sort()].join(' ')
  return [
    `default-src ${sources} 'unsafe-inline' 'unsafe-eval' data: blob:`,
    `form-action ${sources}`,
    `report-uri ${reportPath}`,
  ].join('; ')
}
