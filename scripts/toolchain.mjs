// Runs on whatever Node npm came with (20 or later), so it uses nothing newer.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NODE = '24.21.0'
const PNPM = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  .packageManager.split('@')
  .pop()

const env = { ...process.env, PATH: toolchainPath() }

/**
 * Runs a command with the toolchain on its PATH, from the repository's root.
 *
 * @returns {Promise<number>} Its exit code.
 */
function run(command, args, extraEnv = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...env, ...extraEnv },
      stdio: 'inherit',
    })
    const forward = (signal) => child.kill(signal)
    // On a terminal Ctrl-C reaches the child by itself; a second SIGINT would mean "at once".
    const onInterrupt = process.stdin.isTTY ? () => {} : forward
    process.on('SIGINT', onInterrupt).on('SIGTERM', forward)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      process.off('SIGINT', onInterrupt).off('SIGTERM', forward)
      resolve(code ?? (signal ? 1 : 0))
    })
  })
}

/** Runs commands in order, up to the first that fails, and gives its exit code. */
export async function runAll(commands) {
  for (const [command, ...args] of commands) {
    const code = await run(command, args)
    if (code !== 0) return code
  }
  return 0
}

/** The PATH, with the pinned Node and pnpm in front where the machine's own do not serve. */
function toolchainPath() {
  const missing = []
  if (!nodeServes(process.versions.node)) missing.push(`node@${NODE}`)
  if (versionOf('pnpm') !== PNPM) missing.push(`pnpm@${PNPM}`)
  if (missing.length === 0) return process.env.PATH

  console.log(
    `Fetching ${missing.join(' and ')} (kept in npm's cache, nothing is installed globally) …`,
  )
  const packages = missing.flatMap((name) => ['-p', name])
  const printPath = ['-c', 'node -p process.env.PATH']
  const npx = spawnSync('npx', ['--yes', '--loglevel=error', ...packages, ...printPath], {
    cwd: tmpdir(),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (npx.status === 0) return npx.stdout.trim().split('\n').pop()

  console.error(npx.stderr)
  console.error(`Could not fetch ${missing.join(' and ')}. Is the npm registry reachable?`)
  process.exit(1)
}

/** Node runs the TypeScript sources as they are from 22.18 on. */
function nodeServes(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

/** Asked outside the repository, where pnpm would answer for the version that is pinned here. */
function versionOf(command) {
  const { stdout } = spawnSync(command, ['--version'], { cwd: tmpdir(), encoding: 'utf8' })
  return stdout?.trim()
}
