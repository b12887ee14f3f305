#!/usr/bin/env node
// Imports nothing statically: an old Node must be able to parse this file to print the sentence below.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `conversion-capi needs Node 22.18 or later, got ${process.versions.node}. Install it from https://nodejs.org.`,
  )
  process.exitCode = 1
} else {
  // V8 can take parsed pages for objects that live long: `check` of 1,560 pages then needs up to 570 MiB, not 380.
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString('--no-allocation-site-pretenuring')
  const { runProcess } = await import('@conversion-capi/meta/terminal')
  const { main } = await import('./lib/main.ts')
  await runProcess(main)
}
