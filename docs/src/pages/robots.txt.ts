import type { APIRoute } from 'astro'

export const GET: APIRoute = ({ site }) => {
  const sitemap = site && new URL(`${import.meta.env.BASE_URL}sitemap-index.xml`, site)
  return new Response(`User-agent: *\nAllow: /\n${sitemap ? `\nSitemap: ${sitemap}\n` : ''}`)
}
