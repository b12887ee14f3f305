import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { withFolder } from '@conversion-capi/test-support'

import { bundle } from '../lib/bundle.ts'
import { interleave } from '../lib/interleave.ts'
import { packageVersions } from '../report/measurement.ts'
import type { Part, Section } from '../report/part.ts'
import { markdownTable } from '../report/render.ts'
import { formatNumber, formatSpread, spread, spreadOfRatios } from '../report/spread.ts'
import { measure, type Size } from '../tracker/lib/measure.ts'
import { bundleFunction, SITE_FUNCTIONS } from './lib/site-functions.ts'

/** The import time and the size of a deployed function, compared with Meta's SDK. */
export const cold: Part = {
  summary:
    'import time and bytes of a deployed function, compared with Meta’s SDK; needs `pnpm build`',
  full: { rounds: 25 },
  quick: { rounds: 5 },
  run,
}

const SDK = 'facebook-nodejs-business-sdk'
const BUNDLED_SDK = `${SDK}, bundled`
const OURS = 'conversion-capi on vercel'

async function run({ rounds }: { rounds: number }): Promise<Section> {
  if (!existsSync(new URL('../../adapters/vercel/dist', import.meta.url))) {
    throw new Error('The adapters are not built. Run `pnpm build` first.')
  }
  return withFolder(async (folder) => {
    const candidates = await writeCandidates(folder)
    const names = Object.keys(candidates).filter((name) => candidates[name]!.url)
    const times = await interleave(names, rounds, (name) => timeImport(candidates[name]!.url!))
    return toSection(candidates, times, rounds)
  })
}

interface Candidate {
  /** The module to import. `undefined` if Node cannot run it. */
  url?: string
  size?: Size
}

async function writeCandidates(folder: string): Promise<Record<string, Candidate>> {
  const candidates: Record<string, Candidate> = {
    'an empty module': { url: 'data:text/javascript,' },
  }
  for (const siteFunction of SITE_FUNCTIONS) {
    const { host, name = host } = siteFunction
    const code = await bundleFunction(siteFunction)
    const candidate: Candidate = { size: measure(code) }
    // Calls `Deno.serve`.
    if (host !== 'deno') candidate.url = await write(`${name}.mjs`, code)
    candidates[`conversion-capi on ${name}`] = candidate
  }
  // It is CommonJS, so nothing can be removed from it.
  const code = await bundle(`module.exports = require('${SDK}')`, import.meta.dirname, {
    format: 'cjs',
    platform: 'node',
  })
  candidates[BUNDLED_SDK] = { url: await write('sdk.cjs', code), size: measure(code) }
  candidates[`${SDK}, as installed`] = { url: import.meta.resolve(SDK) }
  return candidates

  async function write(file: string, code: string): Promise<string> {
    const path = join(folder, file)
    await writeFile(path, code)
    return pathToFileURL(path).href
  }
}

/**
 * Imports a module in a new Node process.
 *
 * @returns Milliseconds from the start of the import to the end of the evaluation.
 */
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

function toSection(
  candidates: Record<string, Candidate>,
  times: Record<string, number[]>,
  rounds: number,
): Section {
  const speedup = spreadOfRatios(times[BUNDLED_SDK]!, times[OURS]!)
  const sizeRatio = candidates[BUNDLED_SDK]!.size!.brotli / candidates[OURS]!.size!.brotli
  return {
    title: 'Cold start',
    effort: `${rounds} rounds`,
    versions: packageVersions([SDK, 'esbuild']),
    blocks: [
      markdownTable(
        ['Import', 'ms', '× ours on Vercel', 'minified bytes', 'brotli bytes'],
        Object.entries(candidates).map(([name, { url, size }]) => [
          name,
          url ? formatSpread(spread(times[name]!), 1) : 'not run by Node',
          url ? formatSpread(spreadOfRatios(times[name]!, times[OURS]!), 1) : '',
          size ? formatNumber(size.minified) : '',
          size ? formatNumber(size.brotli) : '',
        ]),
      ),
    ],
    targets: [
      {
        subject: 'Import time of Meta’s SDK, bundled, compared with ours',
        goal: 'at least 8 ×',
        measured: `${formatSpread(speedup, 1)} ×`,
        isMet: speedup.median >= 8,
      },
      {
        subject: 'Size of Meta’s SDK, bundled, compared with ours',
        goal: 'at least 20 ×',
        measured: `${sizeRatio.toFixed(1)} ×`,
        isMet: sizeRatio >= 20,
      },
    ],
  }
}
