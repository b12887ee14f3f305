import type { APIRoute, GetStaticPaths } from 'astro'

// Vite resolves the paths, relative to this file.
const CHARTS = import.meta.glob<string>('../../../../bench/charts/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(CHARTS).map(([path, svg]) => ({
    params: { name: path.split('/').at(-1)!.replace('.svg', '') },
    props: { svg },
  }))

/** The charts of the benchmarks. */
export const GET: APIRoute = ({ props }) => new Response(props['svg'])
