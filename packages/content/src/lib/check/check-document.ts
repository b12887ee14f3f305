import { PATHS } from '../resource.ts'
import { isLanguage, WRITE_LANGUAGE } from '../school/registered-codes.ts'
import { absoluteUrl } from '../url.ts'
import type { CheckedFile } from './parse/checked-file.ts'
import type { CheckedSite } from './checked-site.ts'
import type { FileFinding } from '../finding.ts'

export function* checkDocument(
  file: CheckedFile,
  { school, today }: CheckedSite,
): Generator<FileFinding> {
  if (file.kind !== 'html') return
  const { language, hasTitle, hasDescription, canonical, headings, hasText, hasMountPoint } =
    file.document
  const { isHidden, languages, ends } = file.document
  if (!language) {
    yield {
      line: 1,
      message: 'The page has no language.',
      fix: `Write <html lang="${school.language}">.`,
    }
  }
  if (!hasTitle) yield { message: 'The page has no title.', fix: 'Write one in <title>.' }
  if (!hasDescription) {
    yield {
      message: 'The page has no description.',
      fix: 'Write one in <meta name="description" content="…">.',
    }
  }
  const url = absoluteUrl(school, file.path)
  // A page that search engines must not list can name the page that they list instead.
  if (canonical && canonical.href !== url && !isHidden) {
    yield {
      line: canonical.line,
      message: `The canonical URL "${canonical.href}" belongs to another page.`,
      fix: `Write "${url}".`,
    }
  }
  for (const { value, line } of languages) {
    if (value.toLowerCase() === 'x-default' || isLanguage(value)) continue
    yield { line, message: `Search engines ignore hreflang="${value}".`, fix: WRITE_LANGUAGE }
  }
  const isGenerated = Object.values(PATHS).some((path) => path === file.path)
  for (const { day, line } of ends) {
    // The days of the description are checked there.
    if (today === undefined || day >= today || isGenerated) continue
    yield {
      line,
      message: `The JSON-LD has an offer that ended on ${day}.`,
      fix: 'Write the next day, or remove the offer.',
    }
  }
  if (!hasText && (headings.length === 0 || hasMountPoint)) {
    yield {
      message: 'The page shows no text without scripts, and most agents run none.',
      fix: 'Write its text into the HTML.',
    }
  }
}
