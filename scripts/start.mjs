import { runAll } from './toolchain.mjs'

process.exitCode = await runAll([
  ['pnpm', 'install', '--frozen-lockfile', '--silent'],
  // Node runs the sources as they are; there is nothing to build.
  ['node', 'examples/school-site/main.ts'],
])
