/** A problem in a file of the site. */
export interface Problem {
  /** Path of the file: `/llms.txt`. */
  path: string
  /** Line of the problem, counted from 1. Missing if the problem concerns the whole file. */
  line?: number | undefined
  /** What is wrong and how to fix it, in sentences: `It has no title. Write one in <title>.` */
  message: string
}

/** A problem in the file that is being checked. */
export type Finding = Omit<Problem, 'path'>
