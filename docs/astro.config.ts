import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'

import { PAGES } from './src/pages.ts'

export default defineConfig({
  publicDir: './public',
  integrations: [
    starlight({
      title: 'conversion-capi',
      description: "First-party conversion tracking for online schools with Meta's Conversions API.",
      sidebar: PAGES.map(({ group, pages }) => ({
        label: group,
        items: pages.map(({ slug }) => ({ slug })),
      })),
    }),
  ],
})
