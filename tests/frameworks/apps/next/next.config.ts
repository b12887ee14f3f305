import { dirname } from 'node:path'

import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'

export default createNextIntlPlugin('./i18n.ts')({
  trailingSlash: true,
  // Otherwise, POST and preflights of the endpoint are redirected.
  skipTrailingSlashRedirect: true,
  turbopack: { root: dirname(import.meta.dirname) },
  outputFileTracingRoot: dirname(import.meta.dirname),
} satisfies NextConfig)
