import type { Finding } from './finding.ts'

/** What the `run` function of every command returns. `main` prints it in words, or as JSON with `--json`. */
export interface Report {
  /** In the order in which they are printed. One with the level `error` sets the exit code to 1. */
  findings: Finding[]
  /** The last lines in words. */
  summary: string
  /** Further keys of the JSON document. */
  data?: Record<string, unknown>
}
