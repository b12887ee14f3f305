import { runAll } from './toolchain.mjs'

process.exitCode = await runAll([
  ['pnpm', 'install', '--frozen-lockfile', '--silent'],
  // No build step: Node runs the TypeScript sources.
  ['node', 'packages/cli/src/bin.ts', 'dev', 'examples/school-site'],
])
