import { type ChildProcess, spawnSync } from 'node:child_process'

export interface SpawnArguments {
  command: string
  args: string[]
  windowsVerbatimArguments?: boolean
}

/**
 * Returns how to start a `.cmd` file on Windows, which Node refuses to start without a shell. Escapes as `cross-spawn`
 * does: the arguments twice, because the file itself passes them to a second command.
 *
 * @param command The path of the file. May contain any character.
 * @param args The arguments, without double quotes and backslashes.
 * @param comSpec The variable `ComSpec`.
 * @see https://nodejs.org/api/child_process.html#spawning-bat-and-cmd-files-on-windows
 */
export function commandFile(
  command: string,
  args: readonly string[],
  comSpec = 'cmd.exe',
): SpawnArguments {
  const line = [escape(command), ...args.map((each) => escape(escape(`"${each}"`)))].join(' ')
  return {
    command: comSpec,
    args: ['/d', '/s', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  }
}

function escape(text: string): string {
  return text.replaceAll(/[()\][%!^"`<>&|;, *?]/g, '^$&')
}

/** Ends a process and those that it started, of which the shell of a `.cmd` file is only the first. */
export function killTree({ pid }: ChildProcess): void {
  spawnSync('taskkill', ['/pid', `${pid}`, '/t', '/f'])
}
