import type { APIRoute, GetStaticPaths } from 'astro'

import { type Entry, getEntries, renderMarkdown } from '../lib/get-entries.ts'

export const getStaticPaths: GetStaticPaths = async () =>
  [...(await getEntries()).values()].map((entry) => ({ params: { slug: entry.id }, props: entry }))

/** The Markdown of each page. */
export const GET: APIRoute<Entry> = ({ props }) => new Response(renderMarkdown(props))
