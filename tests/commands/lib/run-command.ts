import { main } from '../../../packages/cli/src/lib/main.ts'

/** What a command wrote, and its exit code. */
export interface CommandRun {
  code: number
  stdout: string
  stderr: string
}

/**
 * Runs a command in this process, without a terminal.
 *
 * @param argv The arguments: `['build', folder]`.
 * @param env The environment variables.
 * @param cwd The folder that relative paths start from.
 */
export async function runCommand(
  argv: string[],
  env: Record<string, string> = {},
  cwd: string = process.cwd(),
): Promise<CommandRun> {
  const run = { code: 0, stdout: '', stderr: '' }
  run.code = await main(argv, {
    stdin: process.stdin,
    stdout: { write: (text) => (run.stdout += text) },
    stderr: { write: (text) => (run.stderr += text) },
    env,
    cwd: () => cwd,
  })
  return run
}
