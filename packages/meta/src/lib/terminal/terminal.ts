import { styleText } from 'node:util'

/** The part of `process` that commands use. Tests pass their own. */
export interface Streams {
  stdin: { isTTY?: boolean }
  stdout: Output
  stderr: Output
  env: Record<string, string | undefined>
  cwd: () => string
}

export interface Output {
  write: (text: string) => unknown
  isTTY?: boolean
  /** Replaces the last line. Only on a terminal. */
  replaceLine?: (text: string) => unknown
}

/**
 * Returns whether to write colors to a stream: only to a terminal, and not if `NO_COLOR` is set.
 *
 * @see https://no-color.org
 */
export function hasColors(output: Output, env: Streams['env']): boolean {
  return output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
}

export type Color = 'red' | 'yellow' | 'blue' | 'green' | 'gray'

export function paint(text: string, style: Color, colors: boolean): string {
  return colors ? styleText(style, text, { validateStream: false }) : text
}

export async function showProgress<Value>(
  label: string,
  work: Promise<Value>,
  { stderr }: Pick<Streams, 'stderr'>,
): Promise<Value> {
  const timer = setTimeout(() => stderr.isTTY && stderr.write(`${label}…\n`), 1000)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns streams that show control characters instead of sending them to the terminal: names of files, links and
 * responses of servers could otherwise move the cursor, hide text, or set the clipboard.
 */
export function terminalStreams(streams: Streams): Streams {
  return {
    stdin: streams.stdin,
    stdout: toOutput(streams.stdout, streams.env),
    stderr: toOutput(streams.stderr, streams.env),
    env: streams.env,
    cwd: () => streams.cwd(),
  }
}

function toOutput(output: Output, env: Streams['env']): Output {
  const colors = hasColors(output, env)
  return {
    write: (text) => output.write(toTerminal(text, colors)),
    isTTY: output.isTTY === true,
    ...(output.isTTY && {
      // A line that wraps could not be replaced.
      replaceLine: (text: string) => output.write(`\r\u001B[2K${toLine(text).slice(0, 79)}`),
    }),
  }
}

/**
 * Escapes control characters, except tabs, line breaks, and the colors that the commands use. In JSON, the escapes mean
 * the same.
 */
export function toTerminal(text: string, colors: boolean): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(COLOR_OR_CONTROL, (found) => (colors && COLORS.has(found) ? found : escape(found)))
}

/** Escapes all control characters but tabs, so that a string of a stranger is one line without colors. */
export function toLine(text: string): string {
  return text.replaceAll(/(?!\t)[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, escape)
}

/** Bold, underlined, and the colors of `paint` and of the usage. */
const COLORS = new Set([1, 4, 22, 24, 31, 32, 33, 34, 36, 39, 90].map((code) => `\u001B[${code}m`))

/** Or a character that reverses the order of the letters. */
const COLOR_OR_CONTROL = /\p{Cc}\[\d+m|(?!\n|\t)[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu

/** Only the first character can be a control character. */
function escape(text: string): string {
  return `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}${text.slice(1)}`
}
