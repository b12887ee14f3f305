import { spawnSync } from 'node:child_process'

export interface Run {
  status: number | null
  stdout: string
  stderr: string
}

/** Runs a command to its end. Throws where it could not be started; a status of refusal is an answer. */
export function run(
  command: string,
  args: string[],
  options: { input?: string; cwd?: string; env?: Record<string, string> } = {},
): Run {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...options,
    env: { ...process.env, ...options.env },
    encoding: 'utf8',
    maxBuffer: 256 * 2 ** 20,
  })
  if (error) throw error
  return { status, stdout, stderr }
}
