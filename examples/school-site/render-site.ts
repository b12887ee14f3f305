import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import { checkResources, renderResources, type School } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import { buildTracker } from '@conversion-capi/tracker'

import { renderPages } from './render-pages.ts'

const PUBLIC = fileURLToPath(new URL('public', import.meta.url))

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Returns every file of the site: the handwritten pages, the tracker and the generated files.
 *
 * @throws {Error} If a file has a problem. The message lists all of them.
 */
export async function renderSite(school: School): Promise<ServedResource[]> {
  const tracker = {
    path: `/${school.tracker}.js`,
    contentType: 'text/javascript; charset=utf-8',
    body: buildTracker({ name: school.tracker }),
  }
  const content = renderResources(school)
  const site = [...renderPages(await readResources(PUBLIC), school), tracker, ...content]

  const problems = [
    ...checkResources(content, school).map(({ path, line, message }) => {
      return `${path}${line === undefined ? '' : `, line ${line}`}: ${message}`
    }),
    ...findMissingPages(school, site).map((path) => {
      return `${path} is listed in the description, but the file does not exist. Create the file or remove the page from the description.`
    }),
  ]
  if (problems.length === 0) return site
  throw new Error(['The files of the site have problems:', ...problems].join('\n- '))
}

/** Reads a folder of static files. An `index.html` gets the path of its folder. */
async function readResources(folder: string): Promise<ServedResource[]> {
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

/** Returns the paths in the description, and so in the sitemap, that have no file. */
function findMissingPages({ pages }: School, site: ServedResource[]): string[] {
  const existing = new Set(site.map(({ path }) => path))
  return pages
    .flatMap(({ path, variants }) => [path, ...Object.values(variants ?? {})])
    .filter((path) => !existing.has(path))
}
