import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Runs a command to completion.
 *
 * @param command The name of a command on the `PATH`, or the path of an executable.
 * @param args Its arguments.
 * @param cwd The working directory.
 * @param env The environment variables. @default the ones of this process
 * @returns What the command wrote to stdout.
 * @throws {Error} If the command fails. The message contains stdout and stderr.
 */
export function run(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // On Windows, npm and pnpm are scripts, which only a shell runs.
    const shell = process.platform === 'win32' && command !== process.execPath
    execFile(command, args, { cwd, env, shell, maxBuffer: 16 * 1024 * 1024 }, (error, out, err) => {
      if (error) reject(new Error(`${command} ${args.join(' ')} failed:\n${out}${err}`))
      else resolve(out)
    })
  })
}

/**
 * Runs a command of an installed package with this Node.
 *
 * @param manifestUrl The URL of the package's manifest: `import.meta.resolve('typescript/package.json')`. The
 *   caller resolves it because it has the dependency.
 * @param name The command's key in the manifest's `bin`.
 * @param args Its arguments.
 * @param cwd The working directory.
 * @returns What the command wrote to stdout.
 * @throws {Error} If the command fails. The message contains stdout and stderr.
 */
export function runBin(
  manifestUrl: string,
  name: string,
  args: string[],
  cwd: string,
): Promise<string> {
  const { bin } = JSON.parse(readFileSync(fileURLToPath(manifestUrl), 'utf8'))
  const file = typeof bin === 'string' ? bin : bin[name]
  return run(process.execPath, [fileURLToPath(new URL(file, manifestUrl)), ...args], cwd)
}
