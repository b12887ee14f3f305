import { CLIENT_LIBRARY } from '../../tests/peers/client-library-page.ts'
import { format, type Part, table } from '../lib/part.ts'
import { bundle, measure } from '../lib/bundle.ts'
import { OUR_BUILDS } from './lib/our-builds.ts'

export const bytes: Part = {
  title: 'Bytes of the tracker',
  summary: 'bytes of the tracker, compared with the scripts of other projects',
  peers: [
    '@plausible-analytics/tracker',
    'web-vitals',
    'meta-capi-param-builder-clientjs',
    'esbuild',
  ],
  full: {},
  quick: {},
  async run() {
    const ours = OUR_BUILDS.map(({ name, code }) => [name, code] as const)
    const scripts = [...ours, ...Object.entries(await readPeerScripts())]
      .map(([name, code]) => ({ name, ...measure(code) }))
      .toSorted((a, b) => a.brotli - b.brotli)
    return {
      effort: 'gzip -9 and brotli 11',
      blocks: [
        table(scripts, {
          Script: ({ name }) => name,
          minified: ({ minified }) => format(minified),
          gzip: ({ gzip }) => format(gzip),
          brotli: ({ brotli }) => format(brotli),
        }),
      ],
      targets: [],
    }
  },
}

const MODULES = {
  '@plausible-analytics/tracker': `import { init } from '@plausible-analytics/tracker'
init({ domain: 'school.example', endpoint: '/api/event', captureOnLocalhost: true })`,
  'web-vitals, which sends nothing': `import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(() => {})`,
}

/**
 * Returns other projects' scripts by name. A script sends a page view, or does its first work, when it is evaluated.
 */
async function readPeerScripts(): Promise<Record<string, string>> {
  const scripts: Record<string, string> = {
    'meta-capi-param-builder-clientjs, which sends nothing': `${CLIENT_LIBRARY}\nclientParamBuilder.processAndCollectAllParams()`,
  }
  for (const [name, module] of Object.entries(MODULES)) {
    scripts[name] = await bundle(module, import.meta.dirname, {
      format: 'iife',
      target: 'es2020',
      legalComments: 'none',
    })
  }
  return scripts
}
