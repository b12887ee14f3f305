import { satteri } from '@astrojs/markdown-satteri'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'

import { SITE_URL } from './src/lib/settings.ts'
import { PAGES } from './src/pages.ts'

// Set here, because package scripts cannot set variables on every system.
process.env['ASTRO_TELEMETRY_DISABLED'] = '1'

export default defineConfig({
  ...(SITE_URL && { site: SITE_URL.origin, base: SITE_URL.pathname }),
  trailingSlash: 'always',
  markdown: {
    processor: satteri({
      // Keeps the quotation marks and dashes of the source, so that anchors are the same as on GitHub.
      features: { smartPunctuation: false },
      // Wide tables scroll, so they must be reachable with the keyboard.
      hastPlugins: [
        {
          name: 'focusable-tables',
          element: {
            filter: ['table'],
            visit: (node, context) => context.setProperty(node, 'tabIndex', 0),
          },
        },
      ],
    }),
  },
  integrations: [
    starlight({
      title: 'conversion-capi',
      description:
        "First-party conversion tracking for online schools with Meta's Conversions API: a browser script and a server function.",
      customCss: ['./src/site.css'],
      // The pages are outside of this folder.
      markdown: { processedDirs: ['..'] },
      expressiveCode: {
        defaultProps: {
          wrap: true,
          preserveIndent: true,
          overridesByLang: { 'sh,text': { frame: 'none' } },
        },
      },
      // Otherwise, a page with a picture "Deploy to Netlify" is the first result for "Netlify", and a short page comes
      // before the long one that explains what is searched.
      pagefind: { ranking: { pageLength: 0, metaWeights: { title: 5, image: 0, image_alt: 0 } } },
      sidebar: PAGES.map(({ group, pages }, index) => ({
        label: group,
        collapsed: index > 0,
        items: pages.map(({ slug }) => ({ slug })),
      })),
    }),
  ],
})
