#!/usr/bin/env node
import { start } from '@conversion-capi/meta/start'

await start('conversion-capi', async () => {
  // V8 can take parsed pages for objects that live long, and lets its space for short-lived objects grow: `check` of 1,560
  // pages then needs up to 570 MiB, not 330.
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString('--semi-space-growth-factor=1')
  return (await import('./lib/main.ts')).main
})
