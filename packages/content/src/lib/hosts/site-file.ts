/** Where a path lies in the folder that is published: `for-llm/index.html` for `/for-llm/`. */
export function siteFile(path: string): string {
  return `${path.slice(1)}${path.endsWith('/') ? 'index.html' : ''}`
}
