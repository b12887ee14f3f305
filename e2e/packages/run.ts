import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Runs a command that is on the PATH.
 *
 * @returns What it printed. Rejects, with that, when it fails.
 */
export function run(command: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // On Windows, npm and pnpm are scripts for the shell.
    const shell = process.platform === 'win32' && command !== process.execPath
    execFile(command, args, { cwd, shell, maxBuffer: 16 * 1024 * 1024 }, (error, out, err) => {
      if (error) reject(new Error(`${command} ${args.join(' ')} failed:\n${out}${err}`))
      else resolve(out)
    })
  })
}

/** Runs the command `name` of an installed package under this Node. */
export function runBin(packageName: string, name: string, args: string[], cwd: string) {
  const manifest = import.meta.resolve(`${packageName}/package.json`)
  const { bin } = JSON.parse(readFileSync(fileURLToPath(manifest), 'utf8'))
  return run(process.execPath, [fileURLToPath(new URL(bin[name], manifest)), ...args], cwd)
}
