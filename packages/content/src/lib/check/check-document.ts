import { absoluteUrl } from '../url.ts'
import type { CheckedFile } from './parse/checked-file.ts'
import type { CheckedSite } from './checked-site.ts'
import type { FileFinding } from '../finding.ts'

export function* checkDocument(file: CheckedFile, { school }: CheckedSite): Generator<FileFinding> {
  if (file.kind !== 'html') return
  const { language, hasTitle, hasDescription, canonical, headings, hasText, hasMountPoint } =
    file.document
  const { isHidden } = file.document
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
  if (!hasText && (headings.length === 0 || hasMountPoint)) {
    yield {
      message: 'The page shows no text without scripts, and most agents run none.',
      fix: 'Write its text into the HTML.',
    }
  }
}
