import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findPackages, pack, type PackedPackage, run, runBin } from '@conversion-capi/testing'

import { findException, listImports, NOT_RUN, readCompleteSamples } from '../samples/exceptions.ts'
import { nameOf } from '../samples/read-samples.ts'
import { canRun, expectedResult, runSample } from '../samples/run-sample.ts'
import { typeCheckSamples } from '../samples/type-check-samples.ts'
import { type WrittenSamples, writeSamples } from '../samples/write-samples.ts'

const ATTW = import.meta.resolve('@arethetypeswrong/cli/package.json')
const TYPESCRIPT = import.meta.resolve('typescript/package.json')

const packages = findPackages()
const packed = new Map<string, PackedPackage>()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conversion-capi-packed-'))
  await Promise.all(
    packages.map(async (each) => packed.set(each.name, await pack(each, join(folder, 'packed')))),
  )
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(packages)('$name, packed', ({ name }) => {
  it('contains LICENSE, README and package.json, and no tests', () => {
    const { files, manifest } = packed.get(name)!
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(files.filter((file) => /\.(test|fixture)\.|conformance/.test(file))).toEqual([])
    expect(manifest.exports).not.toHaveProperty('./conformance')
  })

  it('contains the code and the types of every entry', () => {
    const { files, manifest } = packed.get(name)!
    for (const [subpath, target] of Object.entries(manifest.exports)) {
      if (subpath === './package.json') continue
      expect(target, subpath).toEqual({
        types: expect.stringMatching(/^\.\/dist\/.+\.d\.ts$/),
        default: expect.stringMatching(/^\.\/dist\/.+\.js$/),
      })
      for (const file of Object.values(target)) expect(files).toContain(file.slice('./'.length))
    }
  })

  it('imports only declared dependencies', async () => {
    const { manifest } = packed.get(name)!
    const declared = { ...manifest.dependencies, ...manifest.peerDependencies }
    for (const [file, code] of await readReachable(packed.get(name)!)) {
      const undeclared = findImports(code).filter(
        (specifier) =>
          !isBuiltin(specifier) &&
          // A package may import itself. The command line does so in the files that it writes.
          toPackageName(specifier) !== name &&
          !(toPackageName(specifier) in declared),
      )
      expect(undeclared, file).toEqual([])
    }
  })

  it('passes publint', async () => {
    const { buffer } = await readFile(packed.get(name)!.tarball)
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([])
  })

  it('has types that resolve in Node and in bundlers (attw)', async () => {
    const { tarball } = packed.get(name)!
    const args = ['--profile', 'esm-only', '--no-color', '--no-emoji', tarball]
    expect(await runBin(ATTW, 'attw', args, folder)).toContain(name)
  })
})

describe('the entries, installed by npm outside the workspace', () => {
  let consumer: string

  beforeAll(async () => {
    consumer = join(folder, 'consumer')
    await mkdir(consumer)
    await cp(fileURLToPath(new URL('consumer', import.meta.url)), consumer, { recursive: true })
    await writeFile(join(consumer, 'package.json'), '{"private":true,"type":"module"}')
    const tarballs = [...packed.values()].map(({ tarball }) => tarball)
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await run('npm', ['install', ...flags, ...tarballs], consumer)
  })

  it('can all be imported and used in plain Node', async () => {
    const used = await run(process.execPath, ['use-packages.js', ...listEntries()], consumer)
    expect(used.trim().split('\n')).toEqual(listEntries())
  })

  it('are all used by the TypeScript consumer', async () => {
    const imported = findImports(await readFile(join(consumer, 'use-types.ts'), 'utf8'))
    expect(imported.sort()).toEqual(listEntries().sort())
  })

  it.each([
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ])('type check with module %s', async (module, moduleResolution) => {
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'ES2022',
      lib: ['ES2022', 'DOM'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    }
    const project = join(consumer, `tsconfig.${module}.json`)
    await writeFile(project, JSON.stringify({ compilerOptions, files: ['use-types.ts'] }))
    expect(await runBin(TYPESCRIPT, 'tsc', ['-p', project], consumer)).toBe('')
  })

  describe('with the code samples of the documentation', () => {
    const names = new Set(packages.map(({ name }) => name))
    const samples = readCompleteSamples().filter(
      (sample) =>
        !findException(NOT_RUN, sample) &&
        listImports(sample).every((each) => isBuiltin(each) || names.has(toPackageName(each))),
    )
    const running = samples.filter(canRun)
    let written: WrittenSamples

    beforeAll(async () => {
      written = await writeSamples(running, join(consumer, 'node_modules'))
    })

    afterAll(() => written.remove())

    it('compile', async () => {
      expect(samples.length).toBeGreaterThan(30)
      await typeCheckSamples(samples, join(consumer, 'node_modules'))
    })

    it.concurrent.each(running.map((sample) => [nameOf(sample), sample] as const))(
      'run %s',
      async (_, sample) => {
        const result = await runSample(sample, written.paths.get(sample)!)
        expect(result).toMatchObject(expectedResult(sample))
      },
    )
  })
})

/** Returns the specifiers of all entries: `@conversion-capi/core`, `@conversion-capi/core/pii`, … */
function listEntries(): string[] {
  return [...packed.values()].flatMap(({ name, manifest }) =>
    Object.keys(manifest.exports)
      .filter((subpath) => subpath !== './package.json')
      .map((subpath) => name + subpath.slice('.'.length)),
  )
}

/** Returns all code and declarations that the entries import, directly or not, by file. */
async function readReachable({ manifest, read }: PackedPackage): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const next = Object.values(manifest.exports)
    .flatMap((target) => (typeof target === 'string' ? [] : Object.values(target)))
    .map((file) => posix.normalize(file))
  for (const file of next) {
    if (found.has(file)) continue
    const code = await read(file)
    found.set(file, code)
    for (const [, relative] of code.matchAll(/(?:from|import) ?['"](\.[^'"]+)['"]/g)) {
      const target = posix.join(posix.dirname(file), relative!)
      next.push(file.endsWith('.d.ts') ? target.replace(/\.[jt]s$/, '.d.ts') : target)
    }
  }
  return found
}

/** Returns the specifiers of a module's imports, including type imports and excluding relative ones. */
function findImports(code: string): string[] {
  const imports = code.matchAll(
    /^(?:import|(?:(?:import|export)\b.*|\}) from) ['"]([^.'"][^'"]*)['"]|\bimport\(['"]([^.'"][^'"]*)['"]\)/gm,
  )
  return [...imports].map(([, from, called]) => from ?? called!)
}

function toPackageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
