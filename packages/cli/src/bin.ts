#!/usr/bin/env node
import { start } from '@conversion-capi/meta/start'

await start('conversion-capi', async () => {
  // V8 can take parsed pages for objects that live long: `check` of 1,560 pages then needs up to 570 MiB, not 380.
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString('--no-allocation-site-pretenuring')
  return (await import('./lib/main.ts')).main
})
