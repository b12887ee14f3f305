import type { Element } from 'hast'

/**
 * Returns whether a page only redirects: it has a `<meta http-equiv="refresh">` with another URL, or nothing but a
 * script that sets `location`. The page that follows sends the page view.
 */
export function isRedirect(elements: Element[]): boolean {
  const isRefreshed = elements.some(
    ({ tagName, properties }) =>
      tagName === 'meta' &&
      String(properties['httpEquiv']).toLowerCase() === 'refresh' &&
      /^\s*[0-5](?:\.\d*)?\s*[;,]\s*(?:url\s*=)?\s*['"]?[^\s'"]/i.test(
        String(properties['content'] ?? ''),
      ),
  )
  if (isRefreshed) return true
  const scripts = elements.filter(({ tagName }) => tagName === 'script')
  const [script] = scripts
  const code = script?.children[0]
  return (
    scripts.length === 1 &&
    code?.type === 'text' &&
    REDIRECT.test(code.value) &&
    !elements.some(({ tagName }) => /^(?:form|h\d|img|main|p)$/.test(tagName))
  )
}

/** A script that is one statement: `location.replace('/new/')` or `window.location.href = '/new/'`. */
const REDIRECT =
  /^\s*(?:(?:window|document|top|self)\.)?location(?:\.href)?\s*(?:=|\.(?:replace|assign)\s*\()[^;]*;?\s*$/
