/**
 * Prints how many bytes a page loads with our scripts and with those of other projects.
 *
 *     pnpm bench:size
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { fetchPeers } from './lib/fetch-peers.ts'
import { markdownTable } from '../report/markdown-table.ts'
import { measure } from './lib/measure.ts'
import { OUR_BUILDS } from './lib/our-builds.ts'
import { PEERS } from './lib/peers.ts'

const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-peers-'))
try {
  const scripts = await fetchPeers(PEERS, folder)
  const ours = OUR_BUILDS.map(({ name, code }) => ({ name, how: 'built', ...measure(code) }))
  const theirs = PEERS.map(({ package: name, version, file, note }, at) => ({
    name: `${name} ${version}`,
    how: [file ? 'its file' : 'bundled', note].filter(Boolean).join('; '),
    ...measure(scripts[at]!),
  }))
  const rows = [...ours, ...theirs].sort((a, b) => a.brotli - b.brotli)
  console.log(
    markdownTable(
      ['Script', 'minified', 'gzip', 'brotli', 'measured'],
      rows.map((row) => [row.name, row.minified, row.gzip, row.brotli, row.how]),
    ),
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
