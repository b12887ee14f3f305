import { readFile, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { createTar, parseTarGzip } from 'nanotar'

/**
 * Rewrites the files of a package's tarball.
 *
 * @param tarball The path of the tarball, which is replaced.
 * @param rewrite Returns the new text of a file. `path` is relative to the package.
 * @throws {Error} If a path is too long for the format.
 */
export async function rewriteTarball(
  tarball: string,
  rewrite: (path: string, text: string) => string,
): Promise<void> {
  const entries = await parseTarGzip(await readFile(tarball))
  const rewritten = entries.map(({ name, attrs, text }) => {
    // nanotar would truncate it.
    if (name.length > 100) throw new Error(`The path ${name} is longer than 100 characters.`)
    const data = rewrite(name.slice('package/'.length), text)
    // nanotar reads seconds and writes milliseconds.
    return { name, attrs: { ...attrs, mtime: (attrs?.mtime ?? 0) * 1000 }, data }
  })
  // The end of an archive is 1,024 zero bytes, which nanotar does not always write.
  const archive = Buffer.concat([createTar(rewritten), Buffer.alloc(1024)])
  await writeFile(tarball, gzipSync(archive, { level: 9 }))
}
