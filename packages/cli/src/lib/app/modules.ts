import { dirname, posix } from 'node:path'

import type { Expression, Function, Program } from 'acorn'

import { DYNAMIC, evaluate, type StaticValue } from '../site/script/static-value.ts'
import { evaluateCode } from './evaluate-code.ts'
import { parseSource } from './parse-source.ts'
import type { AppSource } from './read-app.ts'
import { createScope, declareAll, type Module, nameOf, type VariableScope } from './scopes.ts'
import { readTranslations } from './translations.ts'

/** Returns a function that reads a file of an app, by its path, and what it imports from others. */
export function createModules(sources: AppSource[]): (path: string) => Module | undefined {
  const modules = new Map<string, Module>()
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const resolve = createResolver(sources)
  let translations: Map<string, string> | undefined
  const translate = (key: string): StaticValue => {
    translations ??= readTranslations(sources, load)
    return translations.get(key) ?? DYNAMIC
  }
  const load = (path: string): Module | undefined => {
    const source = byPath.get(path)
    const known = modules.get(path)
    if (known || !source) return known
    const program = parseSource(source)
    const imported = (specifier: string, name: string): StaticValue => {
      const target = resolve(path, specifier)
      return (target !== undefined && load(target)?.readExport(name)) || DYNAMIC
    }
    const scope = createScope({ source, imported, translate, readCode: evaluateCode })
    const module = { program, scope, readExport: createExports(program, scope) }
    modules.set(path, module)
    declareAll(program.body, scope)
    return module
  }
  return load
}

/** Returns what a file imports: its paths in the app. */
export function createResolver(
  sources: AppSource[],
): (from: string, specifier: string) => string | undefined {
  const paths = new Map(
    sources.flatMap(({ path }) => {
      const name = path.replace(/\.\w+$/, '')
      return [path, name, name.replace(/\/index$/, '')].map((each) => [each, path] as const)
    }),
  )
  return (from, specifier) => {
    if (specifier.startsWith('.')) return paths.get(posix.join(dirname(from), specifier))
    // Aliases, such as @/lib/site, $lib/site and @components/header.
    const [, name = '', rest = ''] = /^[@~$#/]?([^/]*)\/?(.*)$/.exec(specifier) ?? []
    const [bare = ''] = specifier.match(/[^@~$#/].*/) ?? []
    const tails = name === '' || name === 'lib' ? [rest, bare] : [bare]
    return tails
      .flatMap((tail) => ['', 'src/', 'app/', 'src/lib/'].map((folder) => folder + tail))
      .map((each) => paths.get(each))
      .find((each) => each !== undefined)
  }
}

function createExports(program: Program, scope: VariableScope): Module['readExport'] {
  const { imported } = scope.file
  const exports = new Map<string, () => StaticValue>()
  const all: string[] = []
  for (const each of program.body) {
    if (each.type === 'ExportDefaultDeclaration') {
      const { declaration } = each
      const { id } = declaration as Function
      exports.set('default', () =>
        id ? scope.read(id.name) : evaluate(declaration as Expression, scope),
      )
    } else if (each.type === 'ExportNamedDeclaration') {
      for (const specifier of each.specifiers) {
        const local = nameOf(specifier.local)
        const { source } = each
        exports.set(nameOf(specifier.exported), () =>
          source ? imported(String(source.value), local) : scope.read(local),
        )
      }
    } else if (each.type === 'ExportAllDeclaration') all.push(String(each.source.value))
  }
  return (name) => {
    const own = exports.get(name)
    if (own) return own()
    if (scope.names.has(name)) return scope.read(name)
    return all.map((each) => imported(each, name)).find((each) => each !== DYNAMIC) ?? DYNAMIC
  }
}
