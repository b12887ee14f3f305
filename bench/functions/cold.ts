/**
 * Compares the import time and the size of a deployed function with those of Meta's server library. Exits
 * with code 1 unless the function is at least 8 times faster and 20 times smaller.
 *
 *     pnpm build && pnpm bench:cold [--rounds 25]
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'

import { build } from 'esbuild'

import { markdownTable } from '../report/markdown-table.ts'
import { measure, type Size } from '../tracker/lib/measure.ts'
import { bundleFunction, SITE_FUNCTIONS } from './lib/site-functions.ts'

const SDK = { name: 'facebook-nodejs-business-sdk', version: '24.0.1' }
const MIN_SPEEDUP = 8
const MIN_SIZE_RATIO = 20

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '25' } } })
const rounds = Number(values.rounds)
if (!(rounds >= 5)) throw new TypeError('--rounds must be a number of at least 5.')

const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-cold-'))
try {
  const siteFunction = SITE_FUNCTIONS[0]!
  const ours = await write(
    'ours.mjs',
    `conversion-capi on ${siteFunction.host}`,
    await bundleFunction(siteFunction),
  )
  await install(`${SDK.name}@${SDK.version}`)
  const bundled = await write(
    'sdk.cjs',
    `${SDK.name} ${SDK.version}`,
    await bundleForNode(SDK.name),
  )
  const installed: Candidate = {
    name: `${SDK.name}, not bundled`,
    url: pathToFileURL(createRequire(join(folder, 'package.json')).resolve(SDK.name)).href,
    times: [],
  }
  const empty: Candidate = { name: 'an empty module', url: 'data:text/javascript,', times: [] }

  const all = [empty, ours, bundled, installed]
  for (const each of all) await timeImport(each.url)
  for (let round = 0; round < rounds; round++)
    for (const each of all) each.times.push(await timeImport(each.url))

  const speedup = median(bundled.times) / median(ours.times)
  const sizeRatio = bundled.size.brotli / ours.size.brotli
  const [model] = cpus().map((cpu) => cpu.model)
  console.log(`
${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${model}, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}; ${rounds} rounds

${markdownTable(
  ['Import', 'median ms', 'fastest', 'slowest', 'minified', 'brotli'],
  all.map((each) => [
    each.name,
    ...[median(each.times), Math.min(...each.times), Math.max(...each.times)].map(milliseconds),
    each.size?.minified ?? '',
    each.size?.brotli ?? '',
  ]),
)}

conversion-capi imports ${speedup.toFixed(1)} times faster and is ${sizeRatio.toFixed(1)} times smaller.`)
  if (speedup < MIN_SPEEDUP || sizeRatio < MIN_SIZE_RATIO) {
    console.error(
      `Expected at least ${MIN_SPEEDUP} times faster and ${MIN_SIZE_RATIO} times smaller.`,
    )
    process.exitCode = 1
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

interface Candidate {
  name: string
  url: string
  /** Import times in milliseconds. */
  times: number[]
  size?: Size
}

async function write(
  file: string,
  name: string,
  code: string,
): Promise<Candidate & { size: Size }> {
  const path = join(folder, file)
  await writeFile(path, code)
  return { name, url: pathToFileURL(path).href, times: [], size: measure(code) }
}

/** Installs a package from the registry into the temporary folder, without running its scripts. */
async function install(specifier: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['install', ...options, specifier], { cwd: folder })
}

/** Bundles and minifies an installed package. A CommonJS package cannot be tree-shaken. */
async function bundleForNode(name: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `module.exports = require('${name}')`, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    logLevel: 'error',
    write: false,
  })
  return outputFiles[0]!.text
}

/**
 * Imports a module in a new Node process.
 *
 * @param url The module's URL.
 * @returns Milliseconds from the start of the import to the end of the evaluation.
 */
async function timeImport(url: string): Promise<number> {
  const script = `
    const start = performance.now()
    await import(${JSON.stringify(url)})
    console.log(performance.now() - start)`
  const env = {
    NODE_DISABLE_COMPILE_CACHE: '1',
    META_PIXEL_ID: '770000000000077',
    META_ACCESS_TOKEN: 'EAABench',
  }
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return Number(stdout)
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

function milliseconds(number: number): string {
  return number.toFixed(1)
}
