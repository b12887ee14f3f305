import node from '@astrojs/node'
import { defineConfig } from 'astro/config'
import { conversionCapiAstro } from 'conversion-capi/vite'

export default defineConfig({
  adapter: node({ mode: 'standalone' }),
  integrations: [conversionCapiAstro()],
})
