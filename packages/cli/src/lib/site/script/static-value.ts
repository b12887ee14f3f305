import type { AnyNode, Expression, ObjectExpression, SpreadElement } from 'acorn'

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

export interface StaticObject {
  entries: Map<string, StaticValue>
  /** Whether the object may have further keys: it contains a spread or a computed key. */
  isOpen: boolean
}

export function isStaticObject(value: StaticValue): value is StaticObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const MAX_DEPTH = 50

export function evaluate(
  node: Expression | SpreadElement | null | undefined,
  constants: ReadonlyMap<string, Expression>,
  depth = 0,
): StaticValue {
  if (!node || depth > MAX_DEPTH) return DYNAMIC
  const next = (child: Expression | SpreadElement | null): StaticValue =>
    evaluate(child, constants, depth + 1)
  switch (node.type) {
    case 'Literal':
      return 'regex' in node && node.regex ? DYNAMIC : (node.value as StaticValue)
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? DYNAMIC) : DYNAMIC
    case 'UnaryExpression': {
      const value = next(node.argument)
      return node.operator === '-' && typeof value === 'number' ? -value : DYNAMIC
    }
    case 'ArrayExpression':
      return node.elements.map((element) => next(element))
    case 'ObjectExpression':
      return evaluateObject(node, next)
    case 'Identifier': {
      if (node.name === 'undefined') return undefined
      const constant = constants.get(node.name)
      return constant ? next(constant) : DYNAMIC
    }
    default:
      return DYNAMIC
  }
}

function evaluateObject(
  { properties }: ObjectExpression,
  next: (child: Expression) => StaticValue,
): StaticObject {
  const object: StaticObject = { entries: new Map(), isOpen: false }
  for (const property of properties) {
    const key = property.type === 'Property' ? propertyName(property) : undefined
    if (key === undefined) object.isOpen = true
    else if (property.type === 'Property') object.entries.set(key, next(property.value))
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
  if (value === DYNAMIC || typeof value === 'bigint') return '…'
  if (Array.isArray(value)) return value.map(toJson)
  if (!isStaticObject(value)) return value
  return Object.fromEntries([...value.entries].map(([key, child]) => [key, toJson(child)]))
}
