import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

import type { ServedResource } from '@conversion-capi/content/serve'

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Reads a folder of static files; an `index.html` is served at its folder's address. */
export async function readResources(folder: string): Promise<ServedResource[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const file = join(parentPath, name)
        const path = `/${relative(folder, file).split(sep).join('/')}`
        return {
          path: path.replace(/\/index\.html$/, '/'),
          contentType: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
          body: new Uint8Array(await readFile(file)),
        }
      }),
  )
}
