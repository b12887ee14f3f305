import { statSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { basename, extname, join } from 'node:path'

import { canonicalPath, type Finding } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import { CommandError, relativePath, unreadableFile } from '@conversion-capi/meta/terminal'

import { contains, realPath } from '../project/project-folders.ts'
import { siteFinding } from './site-rules.ts'

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
  /** The path of the file in the folder, whose letters can be decomposed. */
  name: string
  body: Uint8Array
}

/** The files as they were last read, by their folder and name. */
export type KnownFiles = Map<string, { stamp: string; file: ReadFile }>

/**
 * Reads a folder of static files, sorted by path. An `index.html` gets the path of its folder. Follows links that stay
 * inside the project. Skips hidden files, except those in `.well-known`, and what only a server uses: PHP and other
 * programs, dumps of databases, and the files of package managers. They could contain passwords.
 *
 * @param folder The folder, relative to the project.
 * @param skipped Findings about skipped links, and about files that only a server uses, are added to it.
 * @param known What has not changed is not read again, and is the same object.
 * @throws {CommandError} If the folder is missing, or a file cannot be read or has a name that no URL can contain.
 */
export async function readFiles(
  root: string,
  folder: string,
  skipped: Finding[] = [],
  known?: KnownFiles,
): Promise<ReadFile[]> {
  const absolute = join(root, folder)
  const links: string[] = []
  const inside = await Promise.all([root, absolute].map(realPath))
  const found = await listFiles(absolute, inside, links).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || error.path !== absolute) throw unreadableFile(root, error)
    throw new CommandError(
      `The pages folder ${folder} does not exist. Create it, or correct site.pages in school.config.ts.`,
    )
  })
  const skip = (code: 'file-link' | 'file-of-server', name: string): unknown =>
    skipped.push(siteFinding(code, { file: `${folder}/${name}` }, {}))
  const namesOf = (paths: string[]): string[] =>
    paths
      .map((path) => relativePath(absolute, path))
      .filter((file) => !HIDDEN.test(file))
      .sort()
  for (const name of namesOf(links)) skip('file-link', name)
  const files = namesOf(found)
  for (const file of files) if (SERVER_FILE.test(file)) skip('file-of-server', file)
  const read = await Promise.all(
    files.map(async (name): Promise<ReadFile | []> => {
      if (SERVER_FILE.test(name)) return []
      const path = join(absolute, name)
      const stamp = known && stampOf(path)
      const key = `${folder} ${name}`
      const last = known?.get(key)
      if (last && last.stamp === stamp) return last.file
      const body = await readFile(path).catch((error) => {
        throw unreadableFile(root, error)
      })
      const file = {
        name,
        path: pagePath(encodePath(`/${name}`)),
        contentType: CONTENT_TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream',
        body: new Uint8Array(body),
      }
      if (stamp) known.set(key, { stamp, file })
      return file
    }),
  )
  const programs = findPrograms(read.flat())
  for (const { name } of programs) skip('file-of-server', name)
  return read.flat().filter((file) => !programs.includes(file))
}

/** Differs after each change. A file that has just changed has none: it can change again within one tick of the clock. */
function stampOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || Date.now() - stats.ctimeMs < CLOCK_TICK_MS) return undefined
  return [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ')
}

const CLOCK_TICK_MS = 50

/**
 * @param inside The real paths of the folders that a link may lead to.
 * @param skipped Links to other places, to hidden files, to nothing and to a folder that contains them are added to it.
 * @param parents The real paths of the folders that links led to.
 */
async function listFiles(
  folder: string,
  inside: string[],
  skipped: string[],
  parents: string[] = [],
): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const listed = entries.map(async (entry): Promise<string[]> => {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isSymbolicLink()) return entry.isFile() ? [path] : []
    const target = await realPath(path)
    const above = [...parents, await realPath(entry.parentPath)]
    const isAllowed =
      inside.some((each) => contains(each, target) && !HIDDEN.test(relativePath(each, target))) &&
      !SERVER_FILE.test(basename(target)) &&
      !above.some((each) => contains(target, each))
    const stats = isAllowed && (await stat(path).catch(() => undefined))
    if (stats && stats.isDirectory()) return listFiles(path, inside, skipped, above)
    if (stats) return [path]
    skipped.push(path)
    return []
  })
  return (await Promise.all(listed)).flat()
}

const HIDDEN = /(?:^|\/)(?!\.well-known\/)\./
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

/**
 * Returns a function that reads the text of each file once. What it returns must contain no part of the text, which
 * would stay in memory. A file is of one site, so its origin never changes.
 */
export function oncePerFile<Value>(
  read: (text: string, file: ServedResource, origin: string) => Value,
) {
  const known = new WeakMap<ServedResource, Value>()
  return (file: ServedResource, origin = ''): Value => {
    const value = known.get(file) ?? read(textOf(file), file, origin)
    known.set(file, value)
    return value
  }
}

export function textOf({ body }: Pick<ServedResource, 'body'>): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

function encodePath(path: string): string {
  return canonicalPath(encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23'))
}
