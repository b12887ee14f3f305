import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the `<url>` elements of a sitemap and its parts, joined without white space. */
export async function readUrls(folder: string): Promise<string> {
  const index = await readFile(join(folder, 'sitemap.xml'), 'utf8')
  const names = [...index.matchAll(/<sitemap><loc>[^<]*\/([^/<]*)<\/loc>/g)].map(
    ([, name]) => name!,
  )
  const parts = names.map((name) => readFile(join(folder, name), 'utf8'))
  const files = names.length > 0 ? await Promise.all(parts) : [index]
  return files.map((file) => /<url>[^]*<\/url>/.exec(file)![0].replaceAll('\n', '')).join('')
}
