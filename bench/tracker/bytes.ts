import { withFolder } from '@conversion-capi/test-support'

import { packageVersions } from '../report/measurement.ts'
import type { Part, Section } from '../report/part.ts'
import { markdownTable } from '../report/render.ts'
import { formatNumber } from '../report/spread.ts'
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
      markdownTable(
        ['Script', 'minified', 'gzip', 'brotli', 'measured'],
        scripts
          .toSorted((a, b) => a.brotli - b.brotli)
          .map(({ name, how, ...size }) => [
            name,
            ...[size.minified, size.gzip, size.brotli].map((bytes) => formatNumber(bytes)),
            how,
          ]),
      ),
    ],
    targets: [],
  }
}
