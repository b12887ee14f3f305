import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { resolveLinks, ROOT } from '@conversion-capi/release'
import type { Loader, LoaderContext } from 'astro/loaders'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString } from 'mdast-util-to-string'

import {
  type DocsPage,
  findPage,
  FRONT_BUTTONS,
  FRONT_PAGE,
  LISTED_PAGES,
  NOT_FOUND_PAGE,
  PUBLIC_FOLDER,
} from '../pages.ts'
import { REPOSITORY_URL } from './settings.ts'

/** Pages with details, which search lists after pages with instructions. */
const DETAILS = /^(inside|packages|reference)\//

export function loadPages(): Loader {
  return {
    name: 'load-pages',
    async load(context) {
      // Astro keeps the entries of the last build.
      context.store.clear()
      const decisions = globSync('decisions/[0-9]*.md', { cwd: ROOT }).map((file) =>
        findPage(file)!,
      )
      const pages = [...LISTED_PAGES, NOT_FOUND_PAGE, ...decisions]
      for (const page of pages) await loadPage(page, context)
      const files = pages.map(({ file }) => join(ROOT, file))
      context.watcher?.add(files)
      context.watcher?.on('change', (changed) => {
        const page = pages[files.indexOf(changed)]
        if (page) loadPage(page, context).catch(({ message }) => context.logger.error(message))
      })
    },
  }
}

async function loadPage(page: DocsPage, context: LoaderContext): Promise<void> {
  const path = join(ROOT, page.file)
  const markdown = await readFile(path, 'utf8')
  const base = context.config.base.replace(/\/?$/, '/')
  const resolved = resolvePageLinks(markdown, page.file, base, REPOSITORY_URL)

  const [heading, paragraph] = fromMarkdown(resolved).children
  if (heading?.type !== 'heading' || heading.depth !== 1) {
    throw new Error(`${page.file} has no title. Start it with "# ".`)
  }
  const body = resolved.slice(heading.position!.end.offset).trimStart()
  const data = await context.parseData({
    id: page.slug,
    data: {
      title: page.title ?? toString(heading),
      description:
        paragraph?.type === 'paragraph' ? toString(paragraph).replaceAll('\n', ' ') : undefined,
      tableOfContents:
        page !== FRONT_PAGE &&
        page !== NOT_FOUND_PAGE &&
        // Below each export are headings such as "Parameters".
        (!page.slug.startsWith('reference/api/') || { maxHeadingLevel: 2 }),
      ...(page === FRONT_PAGE && {
        hero: {
          actions: FRONT_BUTTONS.map(([text, slug], index) => ({
            text,
            link: `${base}${slug}/`,
            variant: index === 0 ? 'primary' : 'secondary',
          })),
        },
      }),
      editUrl: REPOSITORY_URL ? `${REPOSITORY_URL}/blob/main/${page.file}` : false,
    },
  })
  const rendered = await context.renderMarkdown(convertAlerts(body), {
    fileURL: pathToFileURL(path),
  })
  const weight = DETAILS.test(page.slug) ? 0.3 : 1
  context.store.set({
    id: page.slug,
    data,
    body,
    digest: context.generateDigest(markdown),
    rendered: {
      ...rendered,
      html: `<div data-pagefind-weight="${weight}">${rendered.html}</div>`,
    },
  })
}

/** Replaces GitHub's alerts, such as `> [!NOTE]`, with Starlight's asides. */
function convertAlerts(markdown: string): string {
  return markdown.replaceAll(/^> \[!(\w+)\]\n((?:>.*\n?)+)/gm, (_, kind, quote) => {
    if (!ASIDES[kind]) throw new Error(`[!${kind}] is not an alert of GitHub. Correct it.`)
    return `:::${ASIDES[kind]}\n${quote.replaceAll(/^> ?/gm, '').trimEnd()}\n:::\n`
  })
}

const ASIDES: Record<string, string> = {
  NOTE: 'note',
  TIP: 'tip',
  IMPORTANT: 'note[Important]',
  WARNING: 'caution[Warning]',
  CAUTION: 'danger[Caution]',
}

/**
 * Replaces relative links to files of the repository with links to the site, or to the repository if the file has
 * no page.
 *
 * @param base The path of the site, with slashes at both ends.
 * @param repository The URL of the repository. Without it, links to files that have no page become plain text.
 * @throws {Error} If a linked file does not exist, or an image is not published. The message names the file and the
 *   line.
 */
export function resolvePageLinks(
  markdown: string,
  file: string,
  base: string,
  repository: string | undefined,
): string {
  return resolveLinks(markdown, file, ({ path, isFolder, isImage, hash }, fail) => {
    if (path.startsWith(`${PUBLIC_FOLDER}/`)) return base + path.slice(PUBLIC_FOLDER.length + 1)
    if (isImage) fail(`is not on the site. Move the image to ${PUBLIC_FOLDER}/images.`)
    const page = findPage(path)
    if (page) return `${base}${page.slug === 'index' ? '' : `${page.slug}/`}${hash}`
    return repository && `${repository}/${isFolder ? 'tree' : 'blob'}/main/${path}${hash}`
  })
}
