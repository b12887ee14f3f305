/** One run of a program that writes a sitemap. */
export interface Writing {
  /** From before the first page is made until the last file is closed. */
  ms: number
  /** The largest the process ever was (ru_maxrss). */
  mebibytes: number
}
