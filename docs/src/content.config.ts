import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro:content'

import { loadPages } from './lib/load-pages.ts'

export const collections = { docs: defineCollection({ loader: loadPages(), schema: docsSchema() }) }
