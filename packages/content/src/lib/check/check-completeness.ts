import { absoluteUrl } from '../url.ts'
import { PATHS } from '../resource.ts'
import type { Finding } from './problem.ts'
import type { XmlElement } from './read-xml.ts'
import type { Site } from './site.ts'
import type { SiteFile } from './site-file.ts'

/**
 * The sitemap at `/sitemap.xml` lists, by itself or through its parts, every page of the description once.
 *
 * @yields What keeps it from that.
 */
export function* checkCompleteness(file: SiteFile, { school, files }: Site): Generator<Finding> {
  if (file.path !== PATHS.sitemap || file.kind !== 'xml') return
  if (!['urlset', 'sitemapindex'].includes(file.root.name)) {
    yield {
      line: 1,
      message: `It begins with <${file.root.name}> and is no sitemap: render the files again.`,
    }
    return
  }
  const inIndex = new Set(file.root.name === 'sitemapindex' ? addressesIn(file.root) : [])
  const listed = new Map<string, string>()
  for (const part of files) {
    if (part.kind !== 'xml' || part.root.name !== 'urlset') continue
    if (part !== file && !inIndex.has(absoluteUrl(school, part.path))) {
      yield {
        message: `It does not lead to ${part.path}: list it in an index, or delete that file.`,
      }
    }
    for (const address of addressesIn(part.root)) {
      const earlier = listed.get(address)
      if (earlier !== undefined) {
        yield {
          message: `"${address}" is listed twice, in ${earlier} and in ${part.path}: delete one.`,
        }
      }
      listed.set(address, part.path)
    }
  }
  for (const { path, variants } of school.pages) {
    for (const page of [path, ...Object.values(variants ?? {})]) {
      if (listed.has(absoluteUrl(school, page))) continue
      yield {
        message: `The page "${page}" of the description is not listed: render the files again.`,
      }
    }
  }
}

function addressesIn({ children }: XmlElement): string[] {
  return children.flatMap((entry) => {
    const loc = entry.children.find(({ name }) => name === 'loc')
    return loc ? [loc.text.trim()] : []
  })
}
