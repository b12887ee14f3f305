import type { APIRoute } from 'astro'

import { getEntries, renderMarkdown } from '../lib/get-entries.ts'
import { LISTED_PAGES } from '../pages.ts'

/** The text of all pages of the sidebar as one file for language models. */
export const GET: APIRoute = async () => {
  const entries = await getEntries()
  const texts = LISTED_PAGES.map(({ slug }) => renderMarkdown(entries.get(slug)!))
  return new Response(texts.join('\n'))
}
