import { runAll } from './toolchain.mjs'

process.exitCode = await runAll([
  ['pnpm', 'install', '--frozen-lockfile', '--silent'],
  ['pnpm', '--silent', 'build:packages', '--output-logs=errors-only'],
  ['node', 'tools/release/scripts/packages.ts', 'packed'],
])
