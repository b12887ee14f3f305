import type { AnyNode, Expression, MemberExpression, ObjectExpression, SpreadElement } from 'acorn'

export const DYNAMIC: unique symbol = Symbol('dynamic')

/** The value of an expression, as far as it can be known without running the script. */
export type StaticValue =
  | string
  | number
  | boolean
  | bigint
  | null
  | undefined
  | typeof DYNAMIC
  | StaticValue[]
  | StaticObject
  | Code

export interface StaticObject {
  entries: Map<string, StaticValue>
  /** Whether the object may have further keys: it contains a spread or a computed key. */
  isOpen: boolean
}

/** A function or markup, with the variables that it sees. */
export interface Code {
  node: AnyNode
  scope: Scope
}

/** The variables that an expression sees. */
export interface Scope {
  read: (name: string) => StaticValue
  /** Returns the value of code that only an app's sources evaluate: calls, functions and markup. */
  readCode?: (node: AnyNode) => StaticValue
}

export function isStaticObject(value: StaticValue): value is StaticObject {
  return typeof value === 'object' && value !== null && 'entries' in value && !Array.isArray(value)
}

export function isCode(value: StaticValue): value is Code {
  return typeof value === 'object' && value !== null && 'scope' in value
}

export const NO_VARIABLES: Scope = { read: () => DYNAMIC }

const MAX_DEPTH = 50

/** Returns a scope of constants, which can refer to each other. */
export function constantScope(constants: ReadonlyMap<string, Expression>): Scope {
  const open = new Set<string>()
  const read = (name: string): StaticValue => {
    const constant = constants.get(name)
    if (!constant || open.has(name) || open.size > MAX_DEPTH) return DYNAMIC
    open.add(name)
    const value = evaluate(constant, scope)
    open.delete(name)
    return value
  }
  const scope = { read }
  return scope
}

export function evaluate(
  node: Expression | SpreadElement | null | undefined,
  scope: Scope,
  depth = 0,
): StaticValue {
  if (!node || depth > MAX_DEPTH) return DYNAMIC
  const next = (child: Expression | SpreadElement | null): StaticValue =>
    evaluate(child, scope, depth + 1)
  const readCode = (): StaticValue => (scope.readCode ? scope.readCode(node) : DYNAMIC)
  switch (node.type) {
    case 'Literal':
      return 'regex' in node && node.regex ? DYNAMIC : (node.value as StaticValue)
    case 'TemplateLiteral': {
      const values = node.expressions.map(next)
      const texts = node.quasis.map(({ value }, index) => [value.cooked, values[index - 1] ?? ''])
      const isText = values.every((value) => /^(?:string|number)$/.test(typeof value))
      return isText ? texts.flatMap(([text, value]) => [value, text]).join('') : DYNAMIC
    }
    case 'UnaryExpression': {
      const value = next(node.argument)
      return node.operator === '-' && typeof value === 'number' ? -value : DYNAMIC
    }
    case 'ArrayExpression':
      return node.elements.map((element) => next(element))
    case 'ObjectExpression':
      return evaluateObject(node, next)
    case 'Identifier':
      return node.name === 'undefined' ? undefined : scope.read(node.name)
    case 'ChainExpression':
      return next(node.expression)
    case 'MemberExpression': {
      const value = readMember(node, next)
      return value === DYNAMIC ? readCode() : value
    }
    case 'BinaryExpression': {
      const [left, right] = [next(node.left as Expression), next(node.right)]
      const isText = [left, right].every((value) => typeof value === 'string')
      return node.operator === '+' && isText ? `${left as string}${right as string}` : DYNAMIC
    }
    case 'LogicalExpression': {
      const left = next(node.left)
      if (left === DYNAMIC || isCode(left)) return readCode()
      const isMissing = node.operator === '??' ? left === undefined || left === null : !left
      return isMissing === (node.operator === '&&') ? left : next(node.right)
    }
    default:
      return readCode()
  }
}

/** Returns the value of `object.name` or `list[0]`. */
function readMember(
  { object, property, computed }: MemberExpression,
  next: (child: Expression) => StaticValue,
): StaticValue {
  const value = next(object as Expression)
  const key = propertyName({ computed, key: property }) ?? next(property as Expression)
  if (typeof key !== 'string' && typeof key !== 'number') return DYNAMIC
  if (Array.isArray(value)) return Number(key) < value.length ? value[Number(key)] : DYNAMIC
  if (!isStaticObject(value)) return DYNAMIC
  const name = String(key)
  return value.entries.has(name) || !value.isOpen ? value.entries.get(name) : DYNAMIC
}

function evaluateObject(
  { properties }: ObjectExpression,
  next: (child: Expression) => StaticValue,
): StaticObject {
  const object: StaticObject = { entries: new Map(), isOpen: false }
  for (const property of properties) {
    if (property.type === 'SpreadElement') {
      const spread = next(property.argument)
      if (!isStaticObject(spread) || spread.isOpen) object.isOpen = true
      if (!isStaticObject(spread)) continue
      for (const [key, value] of spread.entries) object.entries.set(key, value)
    } else {
      const key = propertyName(property)
      if (key === undefined) object.isOpen = true
      else object.entries.set(key, next(property.value))
    }
  }
  return object
}

/** Returns the name in `{ name: … }`, `{ 'name': … }`, `.name` and `['name']`, or `undefined` if it is computed. */
export function propertyName(node: { computed: boolean; key: AnyNode }): string | undefined {
  const { computed, key } = node
  if (key.type === 'Identifier') return computed ? undefined : key.name
  return key.type === 'Literal' && key.value !== null ? String(key.value) : undefined
}

/** Converts a value to JSON. Values that are known only when the script runs become "…". */
export function toJson(value: StaticValue): unknown {
  if (value === DYNAMIC || typeof value === 'bigint' || isCode(value)) return '…'
  if (Array.isArray(value)) return value.map(toJson)
  if (!isStaticObject(value)) return value
  return Object.fromEntries([...value.entries].map(([key, child]) => [key, toJson(child)]))
}
