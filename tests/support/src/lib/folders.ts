import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, onTestFinished } from 'vitest'

/** Creates an empty folder, and removes it after the test. Call it in a test or in `beforeEach`. */
export async function createFolder(): Promise<string> {
  const folder = await makeFolder()
  onTestFinished(() => remove(folder))
  return folder
}

/** Creates an empty folder before the tests of a file or a `describe`, and removes it afterwards. */
export function useFolder(): { path: string } {
  const folder = { path: '' }
  beforeAll(async () => {
    folder.path = await makeFolder()
  })
  afterAll(() => remove(folder.path))
  return folder
}

/** Without links in its path, which the temporary folder of macOS has. */
async function makeFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'conversion-capi-')))
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
