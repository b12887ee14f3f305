import { parse } from 'jsonc-parser'

import { readHeadersFile } from './header-rules.ts'
import { type HostRecord, proxyVariables, renderJson } from './host-record.ts'

export const cloudflare: HostRecord = {
  meaning: 'pages and function on Cloudflare Workers (has a free plan)',
  copied: ['worker.ts'],
  settings: 'wrangler.jsonc',
  signs: ['wrangler.jsonc', 'wrangler.json', 'wrangler.toml'],
  template: ({ url, name, output = 'public' }) => ({
    files: {
      'worker.ts': `import { createWorker } from '@conversion-capi/cloudflare'\n\nexport default createWorker()\n`,
    },
    settings: renderJson({
      // Names of Workers have lowercase letters, digits and hyphens.
      name: new URL(url).hostname.replaceAll('.', '-').slice(0, 54) || name,
      main: 'worker.ts',
      compatibility_date: '2026-07-01',
      assets: {
        directory: output,
        binding: 'ASSETS',
        run_worker_first: ['/functions/v1/conversion-capi'],
      },
    }),
    dependencies: ['@conversion-capi/cloudflare'],
  }),
  rendered: 'cloudflare',
  // `*` and `:` are patterns in `_redirects`.
  spell: (path) =>
    /[*:]/.test(path) ? undefined : path.replaceAll(/[$&+,;=@]/g, encodeURIComponent),
  headers: { _headers: readHeadersFile },
  maxHeaderRules: 100,
  /** @see https://developers.cloudflare.com/workers/configuration/environment-variables/ */
  readVariables: (text) => ({ env: proxyVariables(parse(text)?.vars), buildOnly: [] }),
}
