import type * as hast from 'hast'

import { absoluteUrl } from '../../url.ts'
import { PATHS } from '../../resource.ts'
import { type CheckedFile, walk } from '../parse/checked-file.ts'
import type { CheckedSite } from '../checked-site.ts'
import type { FileFinding } from '../../finding.ts'
import { visibleText } from '../parse/visible-text.ts'

/**
 * Checks the headings of HTML pages and Markdown files, and the metadata of HTML pages.
 *
 * @yields The findings.
 */
export function* checkDocument(file: CheckedFile, site: CheckedSite): Generator<FileFinding> {
  if (file.kind === 'html' || file.kind === 'markdown') yield* checkHeadings(file)
  if (file.kind === 'html') yield* checkPage(file, site)
}

// Requires one H1, before all other headings, and no skipped levels.
function* checkHeadings(file: CheckedFile): Generator<FileFinding> {
  let last = 0
  for (const { text, line, depth } of visibleText(file)) {
    if (depth === undefined) continue
    if (last === 0 && depth !== 1) {
      yield {
        line,
        message: `The first heading, "${text}", is not an H1.`,
        fix: 'Start with the title as an H1.',
      }
    } else if (last > 0 && depth === 1) {
      yield { line, message: `"${text}" is a second H1.`, fix: 'Make it an H2.' }
    } else if (depth > last + 1) {
      yield {
        line,
        message: `"${text}" is an H${depth} below an H${last}.`,
        fix: `Make it an H${last + 1}.`,
      }
    }
    last = depth
  }
  if (last === 0)
    yield { message: 'The file has no heading.', fix: 'Start with the title as an H1.' }
}

// Requires a language, a title, a description, the right canonical URL, and text without running scripts.
function* checkPage(
  file: CheckedFile & { tree: hast.Root },
  { school }: CheckedSite,
): Generator<FileFinding> {
  const elements = [...walk<hast.Nodes>(file.tree)].filter((node) => node.type === 'element')

  const lang = find('html')?.properties['lang']
  if (!lang) {
    yield {
      line: 1,
      message: 'The page has no language.',
      fix: `Write <html lang="${school.language}">.`,
    }
  } else if (file.path === PATHS.forLlm && lang !== school.language) {
    yield {
      line: 1,
      message: `The language of the page is "${String(lang)}", but the description is in "${school.language}".`,
      fix: `Write <html lang="${school.language}">.`,
    }
  }
  if (!find('title', ({ children }) => children.length > 0)) {
    yield { message: 'The page has no title.', fix: 'Write one in <title>.' }
  }
  if (!find('meta', ({ properties: { name, content } }) => name === 'description' && !!content)) {
    yield {
      message: 'The page has no description.',
      fix: 'Write one in <meta name="description" content="…">.',
    }
  }
  const canonical = find('link', ({ properties: { rel } }) => [rel].flat().includes('canonical'))
  const url = absoluteUrl(school, file.path)
  if (canonical && canonical.properties['href'] !== url) {
    yield {
      line: canonical.position?.start.line,
      message: `The canonical URL "${String(canonical.properties['href'])}" belongs to another page.`,
      fix: `Write "${url}".`,
    }
  }
  const texts = [...visibleText(file)]
  const hasHeadingsOnly = texts.every(({ depth }) => depth !== undefined)
  if (texts.length === 0 || (hasHeadingsOnly && elements.some(isMountPoint))) {
    yield {
      message: 'The page shows no text without scripts, and most agents run none.',
      fix: 'Write its text into the HTML.',
    }
  }

  function find(
    tagName: string,
    matches: (element: hast.Element) => boolean = () => true,
  ): hast.Element | undefined {
    return elements.find((element) => element.tagName === tagName && matches(element))
  }
}

/** Returns whether an element is empty until a script fills it. */
function isMountPoint({ tagName, properties, children }: hast.Element): boolean {
  return /^(?:div|main)$/.test(tagName) && properties['id'] !== undefined && children.length === 0
}
