import { withFolder } from '@conversion-capi/test-support'

import { type Part, type Section, table } from '../lib/part.ts'
import { packageVersions } from '../lib/results.ts'
import { format } from '../lib/rounds.ts'
import { fetchPeers } from './lib/fetch-peers.ts'
import { measure } from './lib/measure.ts'
import { OUR_BUILDS } from './lib/our-builds.ts'
import { PEERS } from './lib/peers.ts'

/** The bytes that a page loads with our scripts and with other projects' scripts. */
export const bytes: Part = {
  summary:
    'bytes of the tracker, compared with the scripts of other projects; needs the package registry',
  full: {},
  quick: {},
  run,
}

async function run(): Promise<Section> {
  const peers = await withFolder((folder) => fetchPeers(PEERS, folder))
  const scripts = [
    ...OUR_BUILDS.map(({ name, code }) => ({ name, how: 'built', ...measure(code) })),
    ...PEERS.map(({ package: name, version, file, note }, at) => ({
      name: `${name} ${version}`,
      how: [file ? 'its file' : 'bundled', note].filter(Boolean).join('; '),
      ...measure(peers[at]!),
    })),
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
          measured: ({ how }) => how,
        },
      ),
    ],
    targets: [],
  }
}
