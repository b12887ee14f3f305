import { withFolder } from '@conversion-capi/test-support'

import { markdownTable } from '../report/markdown-table.ts'
import { packageVersions } from '../report/package-versions.ts'
import type { Part, Section } from '../report/part.ts'
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
  const scripts = [...readOurs(), ...(await readPeers())]
  const rows = scripts
    .map(({ name, how, code }) => ({ name, how, ...measure(code) }))
    .sort((a, b) => a.brotli - b.brotli)
  return {
    title: 'Bytes of the tracker',
    effort: 'gzip -9 and brotli 11',
    versions: packageVersions(['esbuild']),
    blocks: [
      markdownTable(
        ['Script', 'minified', 'gzip', 'brotli', 'measured'],
        rows.map((row) => [
          row.name,
          formatNumber(row.minified),
          formatNumber(row.gzip),
          formatNumber(row.brotli),
          row.how,
        ]),
      ),
    ],
    targets: [],
  }
}

interface Script {
  name: string
  how: string
  code: string
}

function readOurs(): Script[] {
  return OUR_BUILDS.map(({ name, code }) => ({ name, how: 'built', code }))
}

async function readPeers(): Promise<Script[]> {
  const scripts = await withFolder((folder) => fetchPeers(PEERS, folder))
  return PEERS.map(({ package: name, version, file, note }, at) => ({
    name: `${name} ${version}`,
    how: [file ? 'its file' : 'bundled', note].filter(Boolean).join('; '),
    code: scripts[at]!,
  }))
}
