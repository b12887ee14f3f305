import { fileURLToPath } from 'node:url'

import { preview } from 'astro'
import type { TestProject } from 'vitest/node'

import { cleanEnvironment, getPort, run } from '@conversion-capi/test-support'
import { findHeadlessShell } from '@conversion-capi/test-support/chromium'

const DOCS = fileURLToPath(new URL('..', import.meta.url))

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the site, without a slash at the end. */
    site: string
  }
}

/** Builds the site and serves it for all tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  findHeadlessShell()
  // Without NODE_ENV=test, which vitest sets.
  await run('pnpm', ['run', 'docs'], DOCS, cleanEnvironment())
  const server = await preview({
    root: DOCS,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: await getPort() },
  })
  project.provide('site', `http://127.0.0.1:${server.port}`)
  return () => server.stop()
}
