import type { AnyNode, Class, Expression, Function, Pattern, Program } from 'acorn'

import {
  type Code,
  DYNAMIC,
  evaluate,
  isStaticObject,
  propertyName,
  type Scope,
  type StaticValue,
} from '../site/script/static-value.ts'
import type { AppSource } from './read-app.ts'

/** The file of a scope, and what its code can refer to. */
export interface File {
  source: AppSource
  imported: (specifier: string, name: string) => StaticValue
  translate: (key: string) => StaticValue
  readCode: (node: AnyNode, scope: VariableScope) => StaticValue
}

/** The variables that a file or a function declares, and those around it. */
export interface VariableScope extends Required<Scope> {
  names: Map<string, () => StaticValue>
  file: File
}

/** A source file whose constants, functions and markup can be read. It was not run. */
export interface Module {
  program: Program
  scope: VariableScope
  readExport: (name: string) => StaticValue
}

/** Returns the file in which code is written. */
export function fileOf(scope: Scope): File {
  return (scope as VariableScope).file
}

export function createScope(file: File, parent?: Scope): VariableScope {
  const names = new Map<string, () => StaticValue>()
  const scope: VariableScope = {
    names,
    file,
    read: (name) => (names.has(name) ? names.get(name)!() : (parent?.read(name) ?? DYNAMIC)),
    readCode: (node) => file.readCode(node, scope),
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
    try {
      value = read()
    } catch {
      // Code can be nested deeper than the stack.
    }
    return value
  })
}

export function declareAll(statements: readonly AnyNode[], scope: VariableScope): void {
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
  }
}

export function nameOf(node: AnyNode): string {
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

/** Returns the scope inside a function, or inside the `render` of a class, and the expressions that it can return. */
export function enterFunction(
  code: Code,
  args: StaticValue[],
): { scope: VariableScope; returned: Expression[] } {
  const node = code.node.type.startsWith('Class')
    ? renderOf(code.node as Class)
    : (code.node as Function)
  const scope = createScope(fileOf(code.scope), code.scope)
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
