/** What the generated script knows of the site it runs on. */
export interface BrowserOptions {
  /** The global that gets `track`. */
  name: string
  /** Where events are posted. */
  endpoint: string
}
