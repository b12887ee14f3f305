/** A file that is served at its exact URL. What `renderResources` gives is one, and so is any other file. */
export interface ServedResource {
  /** Begins with a slash and is matched whole: `/llms.txt`, `/for-llm/`. */
  path: string
  /** The `Content-Type`, charset and profile included. */
  contentType: string
  /** A string is sent as UTF-8, bytes as they are. */
  body: string | Uint8Array
  /** Further headers, such as `Link`; they win over the ones that are set for every file. */
  headers?: Record<string, string>
}
