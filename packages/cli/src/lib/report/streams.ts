/** The part of `process` that commands use. Tests pass their own. */
export interface Streams {
  stdin: { isTTY?: boolean }
  stdout: Output
  stderr: Output
  env: Record<string, string | undefined>
  /** Returns the folder that relative paths start from. */
  cwd: () => string
}

/** A stream that text is written to. */
export interface Output {
  write: (text: string) => unknown
  isTTY?: boolean
}

/**
 * Returns whether to write colors to a stream: only to a terminal, and not if `NO_COLOR` is set.
 *
 * @see https://no-color.org
 */
export function hasColors(output: Output, env: Streams['env']): boolean {
  return output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
}
