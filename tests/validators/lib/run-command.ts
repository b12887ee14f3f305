import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface CommandResult {
  status: number | null
  stdout: string
  stderr: string
}

/**
 * Runs a command to completion. A nonzero exit status is a result, not an error.
 *
 * @throws {Error} If the command cannot be started.
 */
export function runCommand(
  command: string,
  args: string[],
  options: { input?: string; cwd?: string; env?: Record<string, string> } = {},
): CommandResult {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...options,
    env: { ...process.env, ...options.env },
    encoding: 'utf8',
    maxBuffer: 256 * 2 ** 20,
  })
  if (error) throw error
  return { status, stdout, stderr }
}

/**
 * Runs one of the Python scripts in this folder, which read JSON from stdin and write JSON to stdout.
 *
 * @throws {Error} If the script fails. The message is the last line of its traceback.
 */
export function runPython(script: string, input: unknown): unknown {
  const file = fileURLToPath(new URL(script, import.meta.url))
  // -I: isolated from packages installed on this machine.
  const args = ['-I', file]
  const { status, stdout, stderr } = runCommand('python3', args, { input: JSON.stringify(input) })
  if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1))
  return JSON.parse(stdout)
}
