import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import {
  checkResources,
  renderResources,
  type Resource,
  type School,
} from '@conversion-capi/content'
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
 * @param school The description of the school.
 * @param today The current day, such as `2026-09-01`. If set, pages must not have changed later.
 * @throws {Error} If a file has a problem. The message lists all of them.
 */
export async function renderSite(school: School, today?: string): Promise<ServedResource[]> {
  const tracker = {
    path: `/${school.tracker}.js`,
    contentType: 'text/javascript; charset=utf-8',
    body: buildTracker({ name: school.tracker }),
  }
  const content = renderResources(school)
  const pages = renderPages(await readResources(PUBLIC), school)
  const site = [...pages, tracker, ...content]

  const texts = pages.filter(({ contentType }) => /^text\/(?:html|css)/.test(contentType))
  const problems = checkResources([...texts.map(decode), ...content], school, {
    files: site.map(({ path }) => path),
    ...(today !== undefined && { today }),
  })
  if (problems.length === 0) return site
  const lines = problems.map(({ path, line, message }) => {
    return `\n- ${path}${line === undefined ? '' : `, line ${line}`}: ${message}`
  })
  throw new Error(`The files of the site have problems:${lines.join('')}`)
}

function decode({ path, contentType, body }: ServedResource): Resource {
  return { path, contentType, body: new TextDecoder().decode(body as Uint8Array) }
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
