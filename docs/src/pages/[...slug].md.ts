import type { APIRoute, GetStaticPaths } from 'astro'

import { getEntries, renderMarkdown } from '../lib/get-entries.ts'

export const getStaticPaths: GetStaticPaths = async () =>
  [...(await getEntries()).values()].map((entry) => ({
    params: { slug: entry.id },
    props: { markdown: renderMarkdown(entry) },
  }))

export const GET: APIRoute = ({ props }) => new Response(props['markdown'])
