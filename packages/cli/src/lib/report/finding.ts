/**
 * How serious a finding is:
 *
 * - `error`: must be fixed. The exit code is 1.
 * - `warning`: probably wrong. Does not change the exit code.
 * - `info`: worth knowing.
 * - `verified`: a check that passed, if the command lists them.
 * - `unverifiable`: a check that cannot be made from where the command runs.
 */
export type Level = 'error' | 'warning' | 'info' | 'verified' | 'unverifiable'

/** One result of a check. */
export interface Finding {
  level: Level
  /** A stable name for programs, such as `tracker-missing`. The README lists them. */
  code?: string
  /** The file, relative to the project, or the URL. */
  file?: string
  /** The line in the file, from 1. */
  line?: number
  /** One sentence that says what is wrong, without personal data and without the access token. */
  message: string
  /** One sentence that says what to do. */
  fix?: string
}
