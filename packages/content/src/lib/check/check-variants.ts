import { lineAt } from './line-at.ts'
import type { Finding } from './problem.ts'
import type { XmlElement } from './read-xml.ts'
import type { SiteFile } from './site-file.ts'

/**
 * In a sitemap, each page in several languages lists all of them, itself included, and all list the same:
 * search engines ignore what is not mutual (developers.google.com/search/docs/specialty/international).
 *
 * @yields What keeps it from that.
 */
export function* checkVariants(file: SiteFile): Generator<Finding> {
  if (file.kind !== 'xml' || file.root.name !== 'urlset') return
  const sets = new Map<string, string>()
  const entries = file.root.children.map((entry) => ({
    entry,
    page: pageOf(entry),
    variants: variantsOf(entry),
  }))
  for (const { page, variants } of entries) sets.set(page, writeSet(variants))

  for (const { entry, page, variants } of entries) {
    const message = judge(page, variants)
    if (message) yield { line: lineAt(file.body, entry.offset), message }
  }

  function judge(page: string, variants: Variant[]): string | undefined {
    if (variants.length === 0) return
    const languages = variants.map(({ language }) => language.toLowerCase())
    const repeated = languages.find((language, index) => languages.indexOf(language) !== index)
    if (repeated !== undefined) return `"${page}" has two variants for "${repeated}": delete one.`
    if (!variants.some(({ href }) => href === page)) {
      return `"${page}" does not list itself among its languages: write an xhtml:link for it too.`
    }
    const set = writeSet(variants)
    const other = variants.find(({ href }) => (sets.get(href) ?? set) !== set)
    if (other === undefined) return
    return `"${page}" and "${other.href}" do not list the same languages: write the same xhtml:link elements for both.`
  }
}

interface Variant {
  language: string
  href: string
}

function variantsOf({ children }: XmlElement): Variant[] {
  return children
    .filter(
      ({ name, attributes }) => name.endsWith(':link') && attributes['hreflang'] !== undefined,
    )
    .map(({ attributes }) => ({
      language: attributes['hreflang']!,
      href: attributes['href'] ?? '',
    }))
}

function pageOf({ children }: XmlElement): string {
  return children.find(({ name }) => name === 'loc')?.text.trim() ?? ''
}

/** The same for the same variants, in whatever order. */
function writeSet(variants: Variant[]): string {
  return variants
    .map(({ language, href }) => `${language.toLowerCase()} ${href}`)
    .toSorted()
    .join('\n')
}
