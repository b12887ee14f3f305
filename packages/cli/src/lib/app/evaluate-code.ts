import { tryCall } from '@conversion-capi/meta/terminal'
import type {
  AnyNode,
  ArrowFunctionExpression,
  CallExpression,
  Expression,
  MemberExpression,
} from 'acorn'

import { withoutTypes } from '../parse-typescript.ts'
import {
  type Code,
  DYNAMIC,
  evaluate,
  isCode,
  isStaticObject,
  type Scope,
  type StaticValue,
  toJson,
} from '../site/script/static-value.ts'
import { enterFunction, fileOf, nameOf, type VariableScope } from './scopes.ts'

/** Returns the value of an expression that scripts of pages are not evaluated for. */
export function evaluateCode(node: AnyNode, scope: VariableScope): StaticValue {
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
    default: {
      const untyped = withoutTypes(node as Expression)
      return untyped === node ? DYNAMIC : evaluate(untyped, scope)
    }
  }
}

/** Returns whether an expression reads a variable of the environment, for which code has defaults. */
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
  if (/^(?:\$?[t_]|translate)$/.test(name) && typeof value === 'string') {
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
export function stringify(value: StaticValue): string {
  const dropUnknown = (_: string, each: unknown): unknown => (each === '…' ? undefined : each)
  return JSON.stringify(toJson(value), dropUnknown) ?? ''
}

const STRING_METHODS = /^(?:replace|replaceAll|split|toLowerCase|toString|toUpperCase|trim)$/

function callString(text: string, name: string, args: Expression[], scope: Scope): StaticValue {
  const values = args.map((each) =>
    each.type === 'Literal' && each.regex
      ? tryCall(() => RegExp(each.regex!.pattern, each.regex!.flags))
      : evaluate(each, scope),
  )
  const isKnown = values.every(
    (each) => /^(?:string|number)$/.test(typeof each) || each instanceof RegExp,
  )
  if (!STRING_METHODS.test(name) || !isKnown) return DYNAMIC
  const method = name as 'replace'
  return tryCall(() => text[method](...(values as [string, string])) as StaticValue) ?? DYNAMIC
}

/** Returns the component that `lazy(() => import('./page'))` loads. */
function readImport({ node, scope }: Code): StaticValue {
  const found = findImport((node as ArrowFunctionExpression).body)
  return found && fileOf(scope).imported(...found)
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
