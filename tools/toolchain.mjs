// Must run on Node 20, before the pinned version is available.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NODE = '24.21.0'
const PNPM = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  .packageManager.split('@')
  .pop()

// On Windows, npm and pnpm are scripts, which only a shell runs.
const SHELL = process.platform === 'win32'

const PATH = toolchainPath()
/** Where each Node process keeps its compiled modules: tests start hundreds. */
const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))

/** Runs a command in the root of the repository, with the toolchain on its PATH. Returns the exit code. */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(...toCommand(command, args), {
      cwd: ROOT,
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, PATH },
      shell: SHELL,
      stdio: 'inherit',
    })
    const forward = (signal) => child.kill(signal)
    // In a terminal, Ctrl-C reaches the child directly. A second SIGINT would make it exit immediately.
    const onInterrupt = process.stdin.isTTY ? () => {} : forward
    process.on('SIGINT', onInterrupt).on('SIGTERM', forward)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      process.off('SIGINT', onInterrupt).off('SIGTERM', forward)
      resolve(code ?? (signal ? 1 : 0))
    })
  })
}

/** Returns the arguments of `spawn`. A shell gets one string: it would split arguments at spaces. */
function toCommand(command, args) {
  const quoted = args.map((each) => (each.includes(' ') ? `"${each}"` : each))
  return SHELL ? [[command, ...quoted].join(' '), []] : [command, args]
}

/** Runs commands in order until one fails. Returns its exit code, or 0. */
export async function runAll(commands) {
  for (const [command, ...args] of commands) {
    const code = await run(command, args)
    if (code !== 0) return code
  }
  return 0
}

/** Returns the PATH, preceded by the pinned Node and pnpm if the installed ones do not fit. */
function toolchainPath() {
  const missing = []
  // Node runs TypeScript without flags since 22.18.
  if (!process.features.typescript) missing.push(`node@${NODE}`)
  if (versionOf('pnpm') !== PNPM) missing.push(`pnpm@${PNPM}`)
  if (missing.length === 0) return process.env.PATH

  console.log(
    `Fetching ${missing.join(' and ')} (kept in npm's cache; nothing is installed globally) …`,
  )
  const packages = missing.flatMap((name) => ['-p', name])
  const printPath = ['-c', 'node -p process.env.PATH']
  const args = ['--yes', '--loglevel=error', ...packages, ...printPath]
  const npx = spawnSync(...toCommand('npx', args), {
    cwd: tmpdir(),
    encoding: 'utf8',
    shell: SHELL,
  })
  if (npx.status === 0) return npx.stdout.trim().split('\n').pop()

  console.error(npx.stderr)
  console.error(
    `Fetching ${missing.join(' and ')} failed. Check the connection to the npm registry.`,
  )
  process.exit(1)
}

/** Runs outside the repository, where pnpm would report the pinned version. */
function versionOf(command) {
  const { stdout } = spawnSync(...toCommand(command, ['--version']), {
    cwd: tmpdir(),
    encoding: 'utf8',
    shell: SHELL,
  })
  return stdout?.trim()
}
