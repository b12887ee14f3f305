/** Size of a sitemap to write. */
export interface Size {
  /** Number of URLs. */
  urls: number
  /** Whether each URL lists itself, its translation and `x-default`. */
  hasVariants: boolean
}
