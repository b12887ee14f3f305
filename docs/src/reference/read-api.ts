import { fileURLToPath } from 'node:url'

import {
  Application,
  type DeclarationReflection,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
} from 'typedoc'

import { type Package, readPackages } from './read-packages.ts'

/** The exports of all packages, as TypeDoc reads them. */
export interface Api {
  packages: ApiPackage[]
  /**
   * Returns the export with a name.
   *
   * @throws {Error} If no package exports the name.
   */
  find: (name: string) => DeclarationReflection
}

/** The exports of a package. */
export interface ApiPackage extends Omit<Package, 'entries'> {
  entries: ApiEntry[]
}

/** The exports of an entry. */
export interface ApiEntry {
  specifier: string
  /** The entry itself. Its comment describes the entry. */
  module: DeclarationReflection
  /** Those that no earlier entry of the package exports: functions and classes, constants, then types. */
  symbols: DeclarationReflection[]
  /** Those that an earlier entry, or another package, exports too. */
  again: DeclarationReflection[]
}

/**
 * Reads the exports of all packages from their source.
 *
 * @throws {Error} If TypeDoc cannot read the source or finds a broken link.
 */
export async function readApi(): Promise<Api> {
  const packages = readPackages()
  const project = await convert(packages)
  const seen = new Set<Reflection>()
  const apiPackages = packages.map(({ entries, ...rest }) => ({
    ...rest,
    entries: entries.map(({ specifier, file }): ApiEntry => {
      const module = project.children?.find(({ sources }) => sources?.[0]?.fullFileName === file)
      if (!module) throw new Error(`TypeDoc did not read ${file}.`)
      const all = (module.children ?? []).map(resolve)
      const symbols = all.filter((symbol) => !seen.has(symbol)).toSorted(byKind)
      for (const symbol of symbols) seen.add(symbol)
      return { specifier, module, symbols, again: all.filter((each) => !symbols.includes(each)) }
    }),
  }))
  const all = [...seen] as DeclarationReflection[]
  return {
    packages: apiPackages,
    find(name) {
      const found = all.find((symbol) => symbol.name === name)
      if (!found) throw new Error(`No package exports ${name}. Correct the list of the page.`)
      return found
    },
  }
}

async function convert(packages: Package[]): Promise<ProjectReflection> {
  const app = await Application.bootstrap({
    entryPoints: packages.flatMap(({ entries }) => entries.map(({ file }) => file)),
    tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
    // `pnpm typecheck` finds errors with the TypeScript of the packages.
    skipErrorChecking: true,
    disableGit: true,
    sourceLinkTemplate: '{path}',
    readme: 'none',
    excludeExternals: false,
    excludeInternal: true,
    excludePrivate: true,
    sort: ['source-order'],
    jsDocCompatibility: { defaultTag: false },
    preservedTypeAnnotationTags: ['@throws'],
    validation: {
      notExported: false,
      invalidLink: true,
      rewrittenLink: true,
      notDocumented: false,
    },
    logLevel: 'Warn',
  })
  const project = await app.convert()
  if (project) app.validate(project)
  if (!project || app.logger.hasErrors() || app.logger.hasWarnings()) {
    throw new Error('TypeDoc found the problems above. Correct the comments in the source.')
  }
  return project
}

function resolve(child: DeclarationReflection): DeclarationReflection {
  return child.isReference() ? (child.getTargetReflectionDeep() as DeclarationReflection) : child
}

/** Functions and classes come first, then constants, then types. */
function byKind(a: DeclarationReflection, b: DeclarationReflection): number {
  return rank(a) - rank(b)
}

function rank({ kind }: DeclarationReflection): number {
  if (kind === ReflectionKind.Function || kind === ReflectionKind.Class) return 0
  return kind === ReflectionKind.Variable ? 1 : 2
}
