import { measure } from '../lib/bundle.ts'
import { format, type Part, table } from '../lib/part.ts'
import { OUR_BUILDS } from './our-builds.ts'

export const bytes: Part = {
  title: 'Bytes of the tracker',
  summary: 'bytes of the tracker',
  peers: [],
  full: {},
  quick: {},
  async run() {
    const scripts = OUR_BUILDS.map(({ name, code }) => ({ name, ...measure(code) }))
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
