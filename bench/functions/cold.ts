import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { withFolder } from '@conversion-capi/test-support'

import { bundle, bundleFunction, measure, SITE_FUNCTIONS, type Size } from '../lib/bundle.ts'
import {
  type Effort,
  format,
  formatSpread,
  interleave,
  type Part,
  ratios,
  type Section,
  table,
  target,
} from '../lib/part.ts'

const SDK = 'facebook-nodejs-business-sdk'
const BUNDLED_SDK = `${SDK}, bundled`
const OURS = 'conversion-capi on vercel'

export const cold: Part = {
  title: 'Cold start',
  summary:
    'import time and bytes of a deployed function, compared with Meta’s SDK; needs `pnpm build`',
  peers: [SDK, 'esbuild'],
  full: { rounds: 25 },
  quick: { rounds: 5 },
  run: (effort) => withFolder((folder) => run(effort, folder)),
}

async function run({ rounds }: Effort, folder: string): Promise<Section> {
  const subjects = await writeSubjects(folder)
  const size = (name: string) => subjects[name]!.size
  const runnable = Object.keys(subjects).filter((name) => subjects[name]!.url)
  const times = await interleave(runnable, rounds, (name) => timeImport(subjects[name]!.url!))
  const slower = (name: string) => ratios(times[name]!, times[OURS]!)
  const larger = size(BUNDLED_SDK).brotli / size(OURS).brotli
  return {
    effort: `${rounds} rounds`,
    blocks: [
      table(Object.keys(subjects), {
        Import: (name) => name,
        ms: (name) => (times[name] ? formatSpread(times[name], 1) : 'not run by Node'),
        '× ours on Vercel': (name) => (times[name] ? formatSpread(slower(name), 1) : ''),
        'minified bytes': (name) => format(size(name).minified),
        'brotli bytes': (name) => format(size(name).brotli),
      }),
    ],
    targets: [
      target('Import time of Meta’s SDK, compared with ours', slower(BUNDLED_SDK), 'at least', 8),
      target('Size of Meta’s SDK, compared with ours', [larger], 'at least', 20),
    ],
  }
}

interface Subject {
  /** The module to import. `undefined` if Node cannot run it. */
  url: string | undefined
  size: Size
}

async function writeSubjects(folder: string): Promise<Record<string, Subject>> {
  const subjects: Record<string, Subject> = {}
  for (const name of Object.keys(SITE_FUNCTIONS) as (keyof typeof SITE_FUNCTIONS)[]) {
    await add(`conversion-capi on ${name}`, `${name}.mjs`, await bundleFunction(name))
  }
  // It calls `Deno.serve`.
  subjects['conversion-capi on deno']!.url = undefined
  // It is CommonJS, so nothing can be removed from it.
  const sdk = await bundle(`module.exports = require('${SDK}')`, import.meta.dirname, {
    format: 'cjs',
    platform: 'node',
  })
  await add(BUNDLED_SDK, 'sdk.cjs', sdk)
  return subjects

  async function add(name: string, file: string, code: string): Promise<void> {
    const path = join(folder, file)
    await writeFile(path, code)
    subjects[name] = { url: pathToFileURL(path).href, size: measure(code) }
  }
}

/** Returns the milliseconds that the import and the evaluation of a module take in a new Node process. */
async function timeImport(url: string): Promise<number> {
  const script = `
    const start = performance.now()
    await import(${JSON.stringify(url)})
    process.stderr.write(String(performance.now() - start))`
  const env = {
    NODE_DISABLE_COMPILE_CACHE: '1',
    META_PIXEL_ID: '770000000000077',
    META_ACCESS_TOKEN: 'EAABench',
  }
  const args = ['--input-type=module', '--eval', script]
  // Our functions log their configuration to stdout.
  const { stderr } = await promisify(execFile)(process.execPath, args, { env })
  return Number(stderr)
}
