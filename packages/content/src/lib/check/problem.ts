/** What is wrong with a file of the site. */
export interface Problem {
  /** Of the file: `/llms.txt`. */
  path: string
  /** Counted from 1; left out where it is the file as a whole. */
  line?: number | undefined
  /** What is wrong, and what to do about it. */
  message: string
}

/** A problem of the file that is being checked. */
export type Finding = Omit<Problem, 'path'>
