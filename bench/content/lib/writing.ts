/** Measurements of one run of a writer. */
export interface Writing {
  /** Time from before the first page is generated until the last file is closed. */
  ms: number
  /** Peak memory of the process (ru_maxrss). */
  mebibytes: number
}
