import { dirname, posix } from 'node:path'

import { tryCall } from '@conversion-capi/meta/terminal'
import type {
  AnyNode,
  ArrowFunctionExpression,
  CallExpression,
  Class,
  Expression,
  Function,
  MemberExpression,
  Pattern,
  Program,
} from 'acorn'

import { parseTypeScript } from '../parse-typescript.ts'
import {
  type Code,
  DYNAMIC,
  evaluate,
  isCode,
  isStaticObject,
  propertyName,
  type Scope,
  type StaticValue,
  toJson,
} from '../site/script/static-value.ts'
import type { AppSource } from './read-app.ts'

/** A source file whose constants, functions and markup can be read. It was not run. */
export interface Module {
  source: AppSource
  program: Program
  scope: VariableScope
  readExport: (name: string) => StaticValue
}

/** The file of a scope, and what it imports. */
interface File {
  source: AppSource
  imported: (specifier: string, name: string) => StaticValue
  translate: (key: string) => StaticValue
}

interface VariableScope extends Required<Scope> {
  names: Map<string, () => StaticValue>
  file: File
}

/** Returns the file in which code is written. */
export function sourceOf(scope: Scope): AppSource {
  return (scope as VariableScope).file.source
}

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
    const scope = createScope({ source, imported, translate })
    const module = { source, program, scope, readExport: createExports(program, scope) }
    modules.set(path, module)
    declareAll(program.body, scope)
    return module
  }
  return load
}

const TRANSLATIONS =
  /(?:^|\/)(?:i18n|lang|languages?|locales?|messages|translations?)(?:\/|\.[jt]s|$)/
const DEFAULT_LANGUAGE =
  /\b(?:default_?(?:lang|language|locale)|fallback(?:Lng|Locale|Language)|sourceLocale)['"]?(?::\s*\w+)?\s*[:=]\s*\[?['"](\w\w)\b/i

/** Returns the texts of an app's default language by their keys: `contact.title`. */
function readTranslations(
  sources: AppSource[],
  load: (path: string) => Module | undefined,
): Map<string, string> {
  const [, language = 'en'] =
    sources.map(({ code }) => DEFAULT_LANGUAGE.exec(code)).find((each) => each) ?? []
  const texts = new Map<string, string>()
  const isOther = ([name]: string[]): boolean => /^[a-z]{2}$/i.test(name ?? '') && name !== language
  const add = (value: StaticValue, path: string[]): void => {
    if (typeof value === 'string') {
      const keys = [path.join('.'), path.slice(1).join('.')]
      for (const key of keys) if (!texts.has(key)) texts.set(key, value)
    } else if (isStaticObject(value)) {
      for (const [key, each] of value.entries) {
        if (!isOther([key])) add(each, [...path, key])
      }
    }
  }
  for (const { path } of sources.filter((each) => TRANSLATIONS.test(each.path))) {
    // locales/en/common.json, and those of other languages.
    const names = path.split(/[/.]/)
    if (names.some((name) => isOther([name])) && !/[jt]s$/.test(path)) continue
    const module = load(path)
    if (!module) continue
    const values: StaticValue[] = [...module.scope.names.keys()].map((name) =>
      module.scope.read(name),
    )
    add(module.readExport('default'), [])
    for (const value of values) add(value, [])
  }
  return texts
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

const EMPTY = { type: 'Program', body: [], sourceType: 'module', start: 0, end: 0 } as Program

/** Returns the syntax of a file, or of the scripts in it. What cannot be parsed has none. */
function parseSource({ path, code }: AppSource): Program {
  if (path.endsWith('.json')) return parseCode(`export default ${code}`)
  if (/\.[cm]?[jt]sx?$/.test(path)) return parseCode(code)
  const scripts = /^---\r?\n([^]*?)\n---|<script\b[^>]*>([^]*?)<\/script>/dg
  const parts = [...code.matchAll(scripts)].flatMap(({ indices }) => {
    const [start, end] = indices![1] ?? indices![2]!
    return [[start, end] as const]
  })
  // The positions stay.
  let script = ''
  for (const [start, end] of parts) {
    script += blank(code.slice(script.length, start)) + code.slice(start, end)
  }
  return parseCode(script)
}

function blank(code: string): string {
  return code.replaceAll(/[^\n]/g, ' ')
}

function parseCode(code: string): Program {
  return parseTypeScript(code, { errorRecovery: true })?.program ?? EMPTY
}

/** Parses an expression of a template. */
export function parseExpression(code: string): Expression | undefined {
  const [statement] = parseCode(`(${code}\n)`).body
  return statement?.type === 'ExpressionStatement' ? statement.expression : undefined
}

function createScope(file: File, parent?: Scope): VariableScope {
  const names = new Map<string, () => StaticValue>()
  const scope: VariableScope = {
    names,
    file,
    read: (name) => (names.has(name) ? names.get(name)!() : (parent?.read(name) ?? DYNAMIC)),
    readCode: (node) => readCode(node, scope),
  }
  return scope
}

/** Variables are read when they are used, once. */
function define(scope: VariableScope, name: string, read: () => StaticValue): void {
  let value: StaticValue = DYNAMIC
  let isRead = false
  if (scope.names.has(name)) return
  scope.names.set(name, () => {
    if (isRead) return value
    // Constants can refer to each other.
    isRead = true
    value = read()
    return value
  })
}

function declareAll(statements: readonly AnyNode[], scope: VariableScope): void {
  for (const each of statements) declare(each, scope)
}

function declare(node: AnyNode, scope: VariableScope): void {
  if (node.type === 'ImportDeclaration') {
    for (const specifier of node.specifiers) {
      const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default'
      define(scope, specifier.local.name, () =>
        scope.file.imported(String(node.source.value), name),
      )
    }
  } else if (node.type === 'VariableDeclaration') {
    for (const { id, init } of node.declarations) {
      bind(id, () => (init ? evaluate(init, scope) : DYNAMIC), scope)
    }
  } else if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
    if (node.id) define(scope, node.id.name, () => ({ node, scope }))
  } else if (/^Export(?:Named|Default)Declaration$/.test(node.type)) {
    const { declaration } = node as { declaration?: AnyNode }
    if (declaration) declare(declaration, scope)
  } else if (node.type === 'BlockStatement') declareAll(node.body, scope)
  else if (node.type === 'IfStatement')
    declareAll(
      [node.consequent, node.alternate].filter((each) => !!each),
      scope,
    )
  else if (node.type === 'TryStatement') declareAll([node.block], scope)
}

function nameOf(node: AnyNode): string {
  return node.type === 'Identifier' ? node.name : String((node as { value?: unknown }).value)
}

/** Declares the variables of a pattern. Unknown values are their defaults. */
function bind(pattern: Pattern, read: () => StaticValue, scope: VariableScope): void {
  if (pattern.type === 'Identifier') define(scope, pattern.name, read)
  else if (pattern.type === 'AssignmentPattern') {
    const { left, right } = pattern
    bind(left, () => known(read()) ?? evaluate(right, scope), scope)
  } else if (pattern.type === 'ArrayPattern') {
    for (const [index, each] of pattern.elements.entries()) {
      const item = (): StaticValue => {
        const list = read()
        return Array.isArray(list) && index < list.length ? list[index] : DYNAMIC
      }
      if (each) bind(each, item, scope)
    }
  } else if (pattern.type === 'ObjectPattern') {
    const keys = pattern.properties.map((each) =>
      each.type === 'Property' ? propertyName(each) : undefined,
    )
    for (const [index, each] of pattern.properties.entries()) {
      const key = keys[index]
      if (each.type === 'Property') bind(each.value, () => readKey(read(), key), scope)
      else bind(each.argument, () => omit(read(), keys), scope)
    }
  }
}

function known(value: StaticValue): StaticValue {
  return value === DYNAMIC ? undefined : value
}

function readKey(value: StaticValue, key: string | undefined): StaticValue {
  if (!isStaticObject(value) || key === undefined) return DYNAMIC
  return value.entries.has(key) || !value.isOpen ? value.entries.get(key) : DYNAMIC
}

function omit(value: StaticValue, keys: (string | undefined)[]): StaticValue {
  if (!isStaticObject(value)) return DYNAMIC
  const entries = new Map([...value.entries].filter(([key]) => !keys.includes(key)))
  return { ...value, entries }
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
    else if (
      each.type === 'ExpressionStatement' &&
      each.expression.type === 'AssignmentExpression'
    ) {
      // CommonJS
      const { right } = each.expression
      exports.set('default', () => evaluate(right, scope))
    }
  }
  return (name) => {
    const own = exports.get(name)
    if (own) return own()
    if (scope.names.has(name)) return scope.read(name)
    return all.map((each) => imported(each, name)).find((each) => each !== DYNAMIC) ?? DYNAMIC
  }
}

/** Returns the value of an expression that scripts of pages are not evaluated for. */
function readCode(node: AnyNode, scope: VariableScope): StaticValue {
  switch ((node as { type: string }).type) {
    case 'ArrowFunctionExpression':
    case 'ClassDeclaration':
    case 'ClassExpression':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'JSXElement':
    case 'JSXFragment':
    case 'LogicalExpression':
      return { node, scope }
    case 'ConditionalExpression': {
      const { test, consequent, alternate } = node as AnyNode & { type: 'ConditionalExpression' }
      const value = evaluate(test, scope)
      if (value === DYNAMIC || isCode(value)) return { node, scope }
      return evaluate(value ? consequent : alternate, scope)
    }
    case 'AwaitExpression':
      return evaluate((node as { argument?: Expression }).argument, scope)
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return evaluate((node as { expression?: Expression }).expression, scope)
    case 'MemberExpression':
      return isEnvironment(node) ? undefined : readLanguage(node as MemberExpression, scope)
    case 'NewExpression': {
      const { callee, arguments: args } = node as CallExpression
      return callee.type === 'Identifier' && callee.name === 'URL'
        ? evaluate(args[0], scope)
        : DYNAMIC
    }
    case 'CallExpression':
      return call(node as CallExpression, scope)
    default:
      return DYNAMIC
  }
}

/** Returns whether an expression is `process.env.NAME` or `import.meta.env.NAME`, for which code has defaults. */
function isEnvironment(node: AnyNode): boolean {
  const object = node.type === 'MemberExpression' ? node.object : undefined
  return object?.type === 'MemberExpression' && nameOf(object.property) === 'env'
}

/** Returns the first language of `translations[language]`. */
function readLanguage({ object, computed }: MemberExpression, scope: Scope): StaticValue {
  const value = computed ? evaluate(object as Expression, scope) : DYNAMIC
  const [first] = isStaticObject(value) ? value.entries : []
  return first && /^[a-z]{2}$/.test(first[0]) ? first[1] : DYNAMIC
}

/** Returns what a call returns: methods of lists and strings, wrappers of components, and functions of the app. */
function call(node: CallExpression, scope: VariableScope): StaticValue {
  const { callee, arguments: args } = node
  const isMethod = callee.type === 'MemberExpression' && !callee.computed
  const name = isMethod ? nameOf(callee.property) : nameOf(callee)
  const [first] = args
  const value = first && first.type !== 'SpreadElement' ? evaluate(first, scope) : DYNAMIC
  if (isMethod) {
    const owner = callee.object.type === 'Identifier' ? callee.object.name : ''
    if (owner === 'Object') return readObject(name, value)
    if (owner === 'JSON' && name === 'stringify') return stringify(value)
    const object = evaluate(callee.object as Expression, scope)
    if (/^(?:map|flatMap)$/.test(name) && isCode(value)) {
      const items: StaticValue[] = Array.isArray(object) ? object : [DYNAMIC]
      return items.map((item, index) => callFunction(value, [item, index]))
    }
    if (Array.isArray(object)) {
      if (name !== 'join') return object
      const isText = object.every((each) => typeof each === 'string')
      return isText ? object.join(typeof value === 'string' ? value : ',') : DYNAMIC
    }
    if (typeof object === 'string') return callString(object, name, args as Expression[], scope)
  }
  if (name === 'useState') return [Array.isArray(value) ? value : DYNAMIC, DYNAMIC]
  const lazy = isCode(value) && readImport(value)
  if (lazy) return lazy
  if (/^\$?t$|^translate$/.test(name) && typeof value === 'string') {
    const { translate } = scope.file
    const space = isMethod ? DYNAMIC : evaluate(callee as Expression, scope)
    return typeof space === 'string' ? translate(`${space}.${value}`) : translate(value)
  }
  // next-intl: const t = useTranslations('contact')
  if (/^(?:use|get)Translations$/.test(name)) return value
  const called = isMethod ? DYNAMIC : evaluate(callee as Expression, scope)
  if (isCode(called)) {
    return callFunction(
      called,
      args.map((each) => evaluate(each, scope)),
    )
  }
  // React.memo(Component), useMemo(() => list, [])
  if (name === 'useMemo' && isCode(value)) return callFunction(value, [])
  return isCode(value) && !/^use[A-Z]/.test(name) ? value : DYNAMIC
}

function readObject(name: string, value: StaticValue): StaticValue {
  if (!isStaticObject(value)) return DYNAMIC
  const entries = [...value.entries]
  if (name === 'entries') return entries.map((entry) => [...entry])
  return name === 'values' || name === 'keys'
    ? entries.map(([key, each]) => (name === 'keys' ? key : each))
    : value
}

/** Returns a value as JSON, without what is known only when the app runs. */
function stringify(value: StaticValue): string {
  return (
    JSON.stringify(toJson(value), (_, each: unknown) => (each === '…' ? undefined : each)) ?? ''
  )
}

const STRING_METHODS = /^(?:replace|replaceAll|split|toLowerCase|toString|toUpperCase|trim)$/

function callString(text: string, name: string, args: Expression[], scope: Scope): StaticValue {
  const values = args.map((each) =>
    each.type === 'Literal' && each.regex
      ? tryCall(() => RegExp(each.regex!.pattern, each.regex!.flags))
      : evaluate(each, scope),
  )
  if (
    !STRING_METHODS.test(name) ||
    values.some(
      (each) => each === DYNAMIC || (typeof each === 'object' && !(each instanceof RegExp)),
    )
  )
    return DYNAMIC
  const method = name as 'replace'
  return tryCall(() => text[method](...(values as [string, string])) as StaticValue) ?? DYNAMIC
}

/** Returns the component that `lazy(() => import('./page'))` loads. */
function readImport({ node, scope }: Code): StaticValue {
  const found = findImport((node as ArrowFunctionExpression).body)
  return found && (scope as VariableScope).file.imported(...found)
}

/** Finds the name in `import('./page').then((page) => page.Name)`, too. */
function findImport(node: AnyNode | undefined): [specifier: string, name: string] | undefined {
  if (node?.type === 'ImportExpression') {
    return node.source.type === 'Literal' ? [String(node.source.value), 'default'] : undefined
  }
  if (node?.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  const found = findImport(node.callee.object)
  const { body } = (node.arguments[0] ?? {}) as Partial<ArrowFunctionExpression>
  const [first] = body?.type === 'ObjectExpression' ? body.properties : []
  const value = first?.type === 'Property' ? first.value : body
  return found && value?.type === 'MemberExpression' ? [found[0], nameOf(value.property)] : found
}

let depth = 0
let calls = 0
const MAX_DEPTH = 30
/** The number of calls for one value: functions can call each other twice. */
const MAX_CALLS = 2000

/** Returns what a function returns, or a list of all markup that it can return. */
function callFunction(code: Code, args: StaticValue[]): StaticValue {
  if (depth === 0) calls = 0
  calls += 1
  if (depth > MAX_DEPTH || calls > MAX_CALLS) return DYNAMIC
  depth += 1
  try {
    const { scope, returned } = enterFunction(code, args)
    const values = returned.map((each) => evaluate(each, scope))
    if (values.length === 1) return values[0]
    return values.some((each) => isCode(each) || Array.isArray(each)) ? values : DYNAMIC
  } finally {
    depth -= 1
  }
}

/** Returns the scope inside a function, or inside the `render` of a class, and the expressions that it can return. */
export function enterFunction(
  code: Code,
  args: StaticValue[],
): { scope: VariableScope; returned: Expression[] } {
  const node = code.node.type.startsWith('Class')
    ? renderOf(code.node as Class)
    : (code.node as Function)
  const scope = createScope((code.scope as VariableScope).file, code.scope)
  if (!node || !/Function/.test(node.type)) return { scope, returned: [] }
  for (const [index, param] of node.params.entries()) {
    bind(param, () => (index < args.length ? args[index] : DYNAMIC), scope)
  }
  if (node.body.type !== 'BlockStatement') return { scope, returned: [node.body] }
  declareAll(node.body.body, scope)
  return { scope, returned: findReturned(node.body) }
}

function renderOf({ body }: Class): Function | undefined {
  const method = body.body.find(
    (each) => each.type === 'MethodDefinition' && nameOf(each.key) === 'render',
  )
  return method?.type === 'MethodDefinition' ? method.value : undefined
}

/** Returns what the `return` statements of a function have, without those of functions in it. */
function findReturned(node: AnyNode): Expression[] {
  if (node.type === 'ReturnStatement') return node.argument ? [node.argument] : []
  if (
    !/(?:Statement|^SwitchCase|^CatchClause)$/.test(node.type) ||
    node.type === 'ExpressionStatement'
  )
    return []
  return Object.values(node).flatMap((child: unknown) =>
    [child]
      .flat()
      .flatMap((each) =>
        typeof each === 'object' && each !== null && 'type' in each
          ? findReturned(each as AnyNode)
          : [],
      ),
  )
}
