import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

import { canonicalPath } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import { CommandError, relativePath, unreadableFile } from '@conversion-capi/meta/terminal'

const CONTENT_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.htm': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

export interface ReadFile extends ServedResource {
  body: Uint8Array
}

/**
 * Reads a folder of static files, sorted by path. An `index.html` gets the path of its folder. Skips hidden files,
 * except those in `.well-known`, and PHP: no host runs it, so its source would be published.
 *
 * @param folder The folder, relative to the project.
 * @throws {CommandError} If the folder is missing, or a file cannot be read or has a name that no URL can contain.
 */
export async function readFiles(root: string, folder: string): Promise<ReadFile[]> {
  const absolute = join(root, folder)
  const entries = await readdir(absolute, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || error.path !== absolute) throw unreadableFile(root, error)
      throw new CommandError(
        `The pages folder ${folder} does not exist. Create it, or correct site.pages in school.config.ts.`,
      )
    },
  )
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relativePath(absolute, join(parentPath, name)))
    .filter((file) => !/(?:^|\/)(?!\.well-known\/)\.|\.php\d?$/i.test(file))
    .sort()
  return Promise.all(
    files.map(async (file) => {
      const path = join(absolute, file)
      const body = await readFile(path).catch((error) => {
        throw unreadableFile(root, error)
      })
      return {
        path: pagePath(encodePath(`/${file}`)),
        contentType: CONTENT_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
        body: new Uint8Array(body),
      }
    }),
  )
}

/** Returns the path at which hosts serve a file: `/prices/` for `/prices/index.html`. */
export function pagePath(path: string): string {
  return path.replace(/\/index\.html$/, '/')
}

/** Returns the path of the folder for its `index.htm`, unless the folder has an `index.html`, or else the path itself. */
export function homePath(path: string, paths: ReadonlySet<string>): string {
  const home = path.replace(/\/index\.htm$/i, '/')
  return paths.has(home) ? path : home
}

export function fileOf(folder: string, path: string): string {
  return folder + decodeURIComponent(filePath(path))
}

/** Returns the path of the file that hosts serve at a path: `/prices/index.html` for `/prices/`. */
export function filePath(path: string): string {
  return `${path}${path.endsWith('/') ? 'index.html' : ''}`
}

export function textOf({ body }: Pick<ServedResource, 'body'>): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

function encodePath(path: string): string {
  return canonicalPath(encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23'))
}
