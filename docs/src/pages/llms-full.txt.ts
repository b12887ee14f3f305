import type { APIRoute } from 'astro'

import { getEntries, renderMarkdown } from '../lib/get-entries.ts'
import { FRONT_PAGE, PAGES } from '../pages.ts'

/** The text of all pages of the sidebar as one file for language models. */
export const GET: APIRoute = async () => {
  const entries = await getEntries()
  const pages = [FRONT_PAGE, ...PAGES.flatMap(({ pages }) => pages)]
  return new Response(pages.map(({ slug }) => renderMarkdown(entries.get(slug)!)).join('\n'))
}
