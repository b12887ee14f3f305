import { runAll } from './toolchain.mjs'

process.exitCode = await runAll([
  ['pnpm', 'install', '--frozen-lockfile', '--silent'],
  // No build step: Node runs the TypeScript sources.
  ['node', 'examples/school-site/main.ts'],
])
