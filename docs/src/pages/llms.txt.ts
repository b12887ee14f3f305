import type { APIRoute } from 'astro'

import { getEntries } from '../lib/get-entries.ts'
import { FRONT_PAGE, PAGES } from '../pages.ts'

/** Lists the pages for language models. See https://llmstxt.org. */
export const GET: APIRoute = async ({ site }) => {
  const entries = await getEntries()
  const front = entries.get(FRONT_PAGE.slug)!.data
  const groups = PAGES.map(
    ({ group, pages }) => `## ${group}\n\n${pages.map(({ slug }) => list(slug)).join('')}`,
  )
  return new Response(`# ${front.title}\n\n> ${front.description}\n\n${groups.join('\n')}`)

  function list(slug: string): string {
    const { title, description } = entries.get(slug)!.data
    const url = `${site?.origin ?? ''}${import.meta.env.BASE_URL}${slug}.md`
    return `- [${title}](${url})${description ? `: ${description}` : ''}\n`
  }
}
