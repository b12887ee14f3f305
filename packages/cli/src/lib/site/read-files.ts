import { readdir, readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { basename, extname, join } from 'node:path'

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
 * except those in `.well-known`, and what only a server uses: PHP and other programs, dumps of databases, and the files
 * of package managers. They could contain passwords.
 *
 * @param folder The folder, relative to the project.
 * @param skipped The files that only a server uses are added to it.
 * @throws {CommandError} If the folder is missing, or a file cannot be read or has a name that no URL can contain.
 */
export async function readFiles(
  root: string,
  folder: string,
  skipped: string[] = [],
): Promise<ReadFile[]> {
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
    .filter((file) => !/(?:^|\/)(?!\.well-known\/)\./.test(file))
    .sort()
  skipped.push(...files.filter((file) => SERVER_FILE.test(file)))
  const read = await Promise.all(
    files.map(async (file): Promise<ReadFile | []> => {
      if (SERVER_FILE.test(file)) return []
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
  const programs = findPrograms(read.flat())
  skipped.push(...programs.map(({ path }) => decodeURIComponent(path.slice(1))))
  return read.flat().filter((file) => !programs.includes(file))
}

const SERVER_FILE =
  /(?:^|\/)(?:node_modules\/|(?:package|package-lock|npm-shrinkwrap|composer)\.json$|(?:yarn|composer|Gemfile|bun)\.lock$|bun\.lockb$|pnpm-lock\.yaml$|Gemfile$)|\.(?:php\d?|phtml|aspx?|jsp|cgi|sql(?:\.gz|\.bz2|\.zip)?|sqlite3?|dump|bak|pem|pfx)$/i

/** Finds the scripts that import a module of Node and that no other file names. Browsers have no such modules. */
function findPrograms(files: ReadFile[]): ReadFile[] {
  const texts = files.filter(({ contentType }) => /^text\/(?:html|javascript)/.test(contentType))
  return texts.filter((file) => {
    if (!file.contentType.startsWith('text/javascript')) return false
    const imported = Array.from(textOf(file).matchAll(IMPORT), ([, name]) => name!)
    if (!imported.some((name) => isBuiltin(name))) return false
    const name = basename(file.path)
    return !texts.some((other) => other !== file && textOf(other).includes(name))
  })
}

const IMPORT = /(?:\brequire\(\s*|\bfrom\s*|\bimport\s*)['"]([\w:./@-]+)['"]/g

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
