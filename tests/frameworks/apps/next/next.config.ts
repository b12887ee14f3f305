import { dirname } from 'node:path'

import { withConversionCapi } from 'conversion-capi/next'
import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'

const config: NextConfig = {
  trailingSlash: true,
  turbopack: { root: dirname(import.meta.dirname) },
  outputFileTracingRoot: dirname(import.meta.dirname),
}

export default withConversionCapi(createNextIntlPlugin('./i18n.ts')(config))
