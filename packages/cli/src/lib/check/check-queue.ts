import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Finding } from '@conversion-capi/content'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import type { Project } from '../project/load-project.ts'
import { relativePath } from '../project/read-text.ts'
import { finding } from './check-rules.ts'

/**
 * Checks whether the project's function passes events that could not be delivered to a queue.
 *
 * @returns One finding for the file that creates the proxy, or none.
 */
export async function checkQueue({ root, site }: Project): Promise<Finding[]> {
  const { copied } = HOST_RECORDS[site.host]
  const paths = copied.map((path) => join(root, site.hostFiles, path))
  const sources = (await Promise.all(paths.map(readSources))).flat()
  const proxy = sources.find(({ code }) => PROXY.test(code))
  if (!proxy || sources.some(({ code }) => QUEUE.test(code))) return []
  const env = await readFile(join(root, '.env'), 'utf8').catch(() => '')
  if (site.host === 'node' && /^META_QUEUE_FILE=./m.test(env)) return []
  return [finding('no-queue', { file: relativePath(root, proxy.path) }, {})]
}

const PROXY = /\b(?:createFunction|createWorker|createHandler|serve)\(/
/** The options of the proxy. */
const QUEUE = /\b(?:keep|queue)\b/

/** Reads the source files in a folder, or the file itself. */
async function readSources(path: string): Promise<{ path: string; code: string }[]> {
  const names = await readdir(path, { recursive: true }).catch(() => [''])
  const files = names.filter(
    (name) => /\.[cm]?[jt]s$/.test(join(path, name)) && !/\bnode_modules\b/.test(name),
  )
  return Promise.all(
    files.map(async (name) => ({
      path: join(path, name),
      code: await readFile(join(path, name), 'utf8').catch(() => ''),
    })),
  )
}
