/** How large a sitemap is to be. */
export interface Size {
  /** Addresses. */
  urls: number
  /** Whether each lists itself, its translation and the default one. */
  hasVariants: boolean
}
