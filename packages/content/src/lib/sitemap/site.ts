/** What a sitemap needs to know beside the pages. A `School` is one. */
export interface Site {
  /** Scheme and host, without a slash at the end: `https://school.example`. */
  url: string
  /** Of pages that do not say otherwise, a language tag: `en`. */
  language: string
}
