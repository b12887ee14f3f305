/**
 * How serious a finding is:
 *
 * - `error`: breaks tracking, counts twice, leaks personal data or a token, or collides. The exit code of a command is 1,
 *   and `build` writes nothing.
 * - `warning`: probably wrong, or about a page only. Does not change the exit code, except with `--strict`.
 * - `info`: worth knowing.
 * - `verified`: a check that passed, if the command lists them.
 * - `unverifiable`: a check that cannot be made from where the command runs.
 */
export type Level = 'error' | 'warning' | 'info' | 'verified' | 'unverifiable'

/** One result of a check. */
export interface Finding {
  level: Level
  /** A stable name for programs, such as `content-links`. The reference lists them. */
  code?: string
  /** The file, relative to the project, or the URL. For a file of the site its path: `/llms.txt`. */
  file?: string
  /** The line in the file, from 1. Missing if the finding concerns the whole file. */
  line?: number | undefined
  /** What is wrong, without personal data and without the access token: `The page has no title.` */
  message: string
  /** What to do: `Write one in <title>.` */
  fix?: string
}
