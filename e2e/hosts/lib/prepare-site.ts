import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { installPacked, run } from '@conversion-capi/testing'

const EXAMPLE = fileURLToPath(new URL('../../../examples/school-site', import.meta.url))

/** Makes the example site a project of its own, and builds it. */
export async function prepareSite(folder: string, tarballs: Record<string, string>): Promise<void> {
  await cp(EXAMPLE, folder, { recursive: true, filter: (path) => !IGNORED.test(path) })
  await installPacked(folder, tarballs)
  await run('node', ['build.ts'], folder)
}

const IGNORED = /[/\\](node_modules|dist|\.turbo|\.vercel|\.netlify|\.wrangler)$/
