/** A file of the site, as it is served at its exact URL (specification 4.2). */
export interface Resource {
  /** Begins with a slash: `/llms.txt`, `/for-llm/`. */
  path: string
  /** The `Content-Type`, charset and profile included. */
  contentType: string
  /** Text; served as UTF-8. */
  body: string
  /** Further headers, such as `Link`. */
  headers?: Record<string, string>
}
