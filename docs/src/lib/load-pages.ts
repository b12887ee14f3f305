import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'

import { type DocsPage, FRONT_PAGE, PAGES } from '../pages.ts'
import { resolveLinks } from './resolve-links.ts'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

/** Loads the Markdown files that `PAGES` lists. */
export function loadPages(): Loader {
  return {
    name: 'load-pages',
    async load(context) {
      const pages = [FRONT_PAGE, ...PAGES.flatMap(({ pages }) => pages)]
      for (const page of pages) await load(page, context)
      const files = pages.map(({ file }) => join(REPOSITORY, file))
      context.watcher?.add(files)
      context.watcher?.on('change', (changed) => {
        const page = pages[files.indexOf(changed)]
        if (page) void load(page, context)
      })
    },
  }
}

async function load({ slug, file }: DocsPage, context: LoaderContext): Promise<void> {
  const markdown = await readFile(join(REPOSITORY, file), 'utf8')
  const [, title, rest] = /^# (.+)\n([^]*)$/.exec(markdown) ?? []
  if (title === undefined) throw new Error(`${file} has no title. Start it with "# ".`)
  const body = resolveLinks(rest!, file)
  const data = await context.parseData({
    id: slug,
    data: { title: title.replaceAll('`', ''), description: findDescription(body) },
  })
  context.store.set({
    id: slug,
    data,
    body,
    digest: context.generateDigest(markdown),
    rendered: await context.renderMarkdown(body),
  })
}

/** Returns the first paragraph as text, if the page starts with one. */
function findDescription(body: string): string | undefined {
  const [paragraph = ''] = body.trim().split('\n\n')
  if (!/^[A-Z`[]/.test(paragraph)) return undefined
  return paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*_]/g, '')
}
