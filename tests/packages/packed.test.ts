import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join, posix, resolve } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { parse } from 'acorn'
import { formatMessage } from 'publint/utils'
import { beforeAll, describe, expect, it } from 'vitest'

import { findPackages, type PackedPackage, readPackage } from '@conversion-capi/release'
import { run, runBin } from '@conversion-capi/test-support'
import { useFolder } from '@conversion-capi/test-support/vitest'

import { isSelfContained, readCompleteSamples, toPackage } from '../docs/samples/exceptions.ts'
import { nameOf, type Sample } from '../docs/samples/read-samples.ts'
import { canRun, expectedResult, runSample } from '../docs/samples/run-sample.ts'
import { typeCheckSamples } from '../docs/samples/type-check-samples.ts'
import { writeSamples } from '../docs/samples/write-samples.ts'

const TYPESCRIPT = import.meta.resolve('typescript/package.json')

/** A license with copyleft must not be added. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
])

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const packages = findPackages()
const packed = new Map<string, PackedPackage>()
const folder = useFolder()
/** What `npm run packages` prints after its build. */
let output: string

beforeAll(async () => {
  const args = ['tools/release/scripts/packages.ts', join(folder.path, 'packed')]
  output = await run(process.execPath, args, ROOT)
  for (const [path] of output.matchAll(/^\S+\.tgz$/gm)) {
    const each = await readPackage(resolve(ROOT, path))
    packed.set(each.name, each)
  }
})

it('packs all published packages', () => {
  expect([...packed.keys()].sort()).toEqual(packages.map(({ name }) => name).sort())
})

describe.each(packages)('$name, packed', ({ name }) => {
  it('contains documents, the build and its sources, and nothing else', () => {
    const { files, manifest } = packed.get(name)!
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    const unexpected = files.filter(
      (file) =>
        !/^(?:[A-Z-]+\.md|LICENSE|package\.json|dist\/.+\.(?:js|d\.ts)(?:\.map)?|src\/.+\.(?:ts|json))$/.test(
          file,
        ) || /\.(?:test|test-d|fixture)\.|conformance/.test(file),
    )
    expect(unexpected).toEqual([])
    expect(manifest.exports).not.toHaveProperty('./conformance')
  })

  it('contains only sources to which its source maps lead', () => {
    const { files, read } = packed.get(name)!
    const maps = files.filter((file) => file.endsWith('.map'))
    const mapped = new Set(
      maps.flatMap((file) => {
        const sources: string[] = JSON.parse(read(file)).sources
        return sources.map((source) => posix.join(posix.dirname(file), source))
      }),
    )
    const sources = files.filter((file) => file.startsWith('src/'))
    expect(sources.filter((file) => !mapped.has(file))).toEqual([])
  })

  it('has the fields that npm shows', () => {
    const { manifest } = packed.get(name)!
    const { author, license, description, keywords, engines } = manifest
    expect({ author, license, description, keywords, engines }).toEqual({
      author: 'The conversion-capi authors',
      license: 'MIT',
      description: expect.stringMatching(/\.$/),
      keywords: expect.arrayContaining([expect.any(String)]),
      // An older npm warns of each package that does not accept its Node: the creator prints one sentence instead.
      engines: {
        node: name === 'create-conversion-capi' ? '>=18' : expect.stringMatching(/^>=22/),
      },
    })
  })

  it('contains the license of each package whose code it contains', () => {
    const { files, read } = packed.get(name)!
    // The bundlers write the path of each file into a comment.
    const bundled = files
      .filter((file) => /^dist\/.*\.js$/.test(file))
      .flatMap((file) => [
        ...read(file).matchAll(/\/\/ \S*node_modules\/((?:@[\w.-]+\/)?\w[\w.-]*)\//g),
      ])
      .map(([, each]) => each)
    const file = 'THIRD-PARTY-LICENSES.md'
    const notices = files.includes(file) ? [...read(file).matchAll(/^## (.+)$/gm)] : []
    expect(new Set(notices.map(([, each]) => each))).toEqual(new Set(bundled))
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
      const undeclared = findImports(file, code).filter(
        (specifier) =>
          !isBuiltin(specifier) &&
          // A package may import itself.
          toPackage(specifier) !== name &&
          !(toPackage(specifier) in declared) &&
          !(`@types/${specifier}` in declared),
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
    const tarball = createPackageFromTarballData(await readFile(packed.get(name)!.tarball))
    const result = await checkPackage(tarball)
    expect(result.types).toEqual({ kind: 'included' })
    const problems = 'problems' in result ? result.problems : []
    // The packages contain only ES modules, which these two cannot load.
    const cannotLoad = new Set<string>(['node10', 'node16-cjs'])
    expect(
      problems.filter((each) => !('resolutionKind' in each && cannotLoad.has(each.resolutionKind))),
    ).toEqual([])
  })
})

it('the packages install only dependencies with permissive licenses', async () => {
  const filters = packages.map(({ name }) => `--filter=${name}`)
  const licenses = JSON.parse(
    await run('pnpm', ['licenses', 'list', '--prod', '--json', ...filters], ROOT),
  )
  expect(Object.keys(licenses)).toContain('MIT')
  expect(Object.keys(licenses).filter((license) => !PERMISSIVE.has(license))).toEqual([])
})

describe('the entries, installed by npm outside the workspace', () => {
  let consumer: string

  beforeAll(async () => {
    consumer = join(folder.path, 'consumer')
    await mkdir(consumer)
    await cp(fileURLToPath(new URL('consumer', import.meta.url)), consumer, { recursive: true })
    await writeFile(join(consumer, 'package.json'), '{"private":true,"type":"module"}')
    const entries = listEntries().map((entry, index) => `export * as entry${index} from '${entry}'`)
    await writeFile(join(consumer, 'entries.ts'), entries.join('\n'))
    const [command] = /npm install .+/.exec(output)!
    const flags = '--ignore-scripts --no-audit --no-fund --loglevel=error'
    await promisify(execFile)('sh', ['-c', `${command} ${flags}`], { cwd: consumer })
  })

  // The samples of the documentation use them.
  it('can all be imported in plain Node', async () => {
    const imported = await run(process.execPath, ['import-packages.js', ...listEntries()], consumer)
    expect(imported.trim().split('\n')).toEqual(listEntries())
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
    await writeFile(
      project,
      JSON.stringify({ compilerOptions, files: ['entries.ts', 'use-types.ts'] }),
    )
    expect(await runBin(TYPESCRIPT, 'tsc', ['-p', project], consumer)).toBe('')
  })

  describe('with the code samples of the documentation', () => {
    const samples = readCompleteSamples().filter(isSelfContained)
    const running = samples.filter(canRun)
    const written = useFolder()
    let paths: Map<Sample, string>

    beforeAll(async () => {
      paths = await writeSamples(running, join(consumer, 'node_modules'), written.path)
    })

    it('compile', async () => {
      expect(samples.length).toBeGreaterThan(30)
      await typeCheckSamples(samples, join(consumer, 'node_modules'))
    })

    it.concurrent.each(running.map((sample) => [nameOf(sample), sample] as const))(
      'run %s',
      async (_, sample) => {
        const result = await runSample(sample, paths.get(sample)!)
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
function findImports(file: string, code: string): string[] {
  const called = [...code.matchAll(/\bimport\(['"]([^'"]+)['"]\)/g)].map(([, name]) => name!)
  return [...findStaticImports(file, code), ...called].filter((name) => !name.startsWith('.'))
}

function findStaticImports(file: string, code: string): string[] {
  if (!file.endsWith('.js')) {
    const imports = code.matchAll(
      /^(?:import|(?:(?:import|export)\b.*|\}) from) ['"]([^'"]+)['"]/gm,
    )
    return [...imports].map(([, name]) => name!)
  }
  // A string can contain the import of a file that the command line writes.
  const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
  return body.flatMap((node) =>
    'source' in node && node.source ? [String(node.source.value)] : [],
  )
}
