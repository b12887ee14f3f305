import { type Part, type Section, table } from '../lib/part.ts'
import { packageVersions } from '../lib/results.ts'
import { format } from '../lib/rounds.ts'
import { measure } from './lib/measure.ts'
import { OUR_BUILDS } from './lib/our-builds.ts'
import { readPeerScripts } from './lib/peer-scripts.ts'

export const bytes: Part = {
  summary: 'bytes of the tracker, compared with the scripts of other projects',
  full: {},
  quick: {},
  run,
}

async function run(): Promise<Section> {
  const scripts = [
    ...OUR_BUILDS.map(({ name, code }) => ({ name, ...measure(code) })),
    ...Object.entries(await readPeerScripts()).map(([name, code]) => ({ name, ...measure(code) })),
  ]
  return {
    title: 'Bytes of the tracker',
    effort: 'gzip -9 and brotli 11',
    versions: packageVersions(['esbuild']),
    blocks: [
      table(
        scripts.toSorted((a, b) => a.brotli - b.brotli),
        {
          Script: ({ name }) => name,
          minified: ({ minified }) => format(minified),
          gzip: ({ gzip }) => format(gzip),
          brotli: ({ brotli }) => format(brotli),
        },
      ),
    ],
    targets: [],
  }
}
