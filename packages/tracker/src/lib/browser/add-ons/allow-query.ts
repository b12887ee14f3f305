/**
 * Makes the function that says what a page's address is: without its fragment, and without the query
 * parameters that are not listed.
 */
export function allowQuery(allowed: readonly string[]): () => string {
  return () => {
    const { origin, pathname, search } = location
    const isAllowed = (parameter: string) => allowed.includes(parameter.split('=')[0]!)
    const query = search.slice(1).split('&').filter(isAllowed).join('&')
    return origin + pathname + (query && '?' + query)
  }
}
