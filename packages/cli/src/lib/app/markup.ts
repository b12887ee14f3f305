import type { AnyNode, Expression } from 'acorn'
import type { Element, ElementContent } from 'hast'
import { find, html } from 'property-information'

import {
  type Code,
  DYNAMIC,
  evaluate,
  isCode,
  isStaticObject,
  type Scope,
  type StaticObject,
  type StaticValue,
} from '../site/script/static-value.ts'
import { findElements } from '../site/elements.ts'
import { enterFunction, fileOf } from './scopes.ts'
import { type AppSource, OTHERS } from './read-app.ts'

/** @see https://github.com/facebook/jsx/blob/main/AST.md */
interface JsxElement {
  type: 'JSXElement' | 'JSXFragment'
  start: number
  end: number
  loc: Record<'start' | 'end', { line: number; column: number }>
  openingElement?: { name: JsxName; attributes: JsxAttribute[] }
  children: JsxChild[]
}
interface JsxName {
  type: 'JSXIdentifier' | 'JSXMemberExpression' | 'JSXNamespacedName'
  name: string | JsxName
  property?: string | JsxName
  end: number
}
interface JsxAttribute {
  type: 'JSXAttribute' | 'JSXSpreadAttribute'
  name: JsxName
  value?: (AnyNode & { type: 'Literal' }) | { type: string; expression: Expression } | null
  argument: Expression
}
type JsxChild =
  | JsxElement
  | { type: 'JSXText'; value: string }
  | { type: 'JSXExpressionContainer'; expression: Expression }

/** Where the tag of an element is written. */
export interface Tag {
  source: AppSource
  /** After the name of the element. */
  offset: number
  /** Whether an attribute that is added there reaches the document. */
  isNative: boolean
}

const TAGS = new WeakMap<Element, Tag>()

/** Returns where an element that was rendered is written. */
export function tagOf(element: Element): Tag | undefined {
  return TAGS.get(element)
}

/** The number of elements after which a component contains no other ones. */
const MAX_RENDERED = 20_000
const MAX_DEPTH = 60

/**
 * Renders a component without running it: elements, texts and attributes, as far as they can be known. Both sides of a
 * condition are rendered, and an unknown list once.
 *
 * @param onInline Called with each component of the app that is rendered inside.
 */
export function renderComponent(
  component: Code,
  onInline: (component: Code) => void = () => {},
): ElementContent[] {
  let count = 0
  const open: AnyNode[] = []

  /** Renders what is not open yet: components can contain themselves. */
  function enter(node: AnyNode, render: () => ElementContent[]): ElementContent[] {
    if (open.includes(node) || open.length > MAX_DEPTH || count > MAX_RENDERED) return []
    open.push(node)
    const content = render()
    open.pop()
    return content
  }

  function renderFunction(code: Code, args: StaticValue[]): ElementContent[] {
    return enter(code.node, () => {
      const { scope, returned } = enterFunction(code, args)
      return returned.flatMap((each) => renderExpression(each, scope))
    })
  }

  function renderExpression(node: Expression, scope: Scope): ElementContent[] {
    if (isJsx(node)) return renderElement(node, scope)
    if (node.type === 'ConditionalExpression' || node.type === 'LogicalExpression') {
      const isChoice = node.type === 'ConditionalExpression'
      const value = evaluate(isChoice ? node.test : node.left, scope)
      if (value === DYNAMIC || isCode(value)) {
        const [first, second] = isChoice
          ? [node.consequent, node.alternate]
          : [node.operator === '&&' ? undefined : node.left, node.right]
        return [first, second].flatMap((each) => (each ? renderExpression(each, scope) : []))
      }
      if (isChoice) return renderExpression(value ? node.consequent : node.alternate, scope)
    }
    return renderValue(evaluate(node, scope))
  }

  function renderValue(value: StaticValue): ElementContent[] {
    if (Array.isArray(value)) return value.flatMap(renderValue)
    if (!isCode(value)) {
      const isText = typeof value === 'string' || typeof value === 'number'
      return isText ? [{ type: 'text', value: String(value) }] : []
    }
    const { node, scope } = value
    if (/Function|Class/.test(node.type)) return renderFunction(value, [])
    return enter(node, () => renderExpression(node as Expression, scope))
  }

  function renderChildren(children: JsxChild[], scope: Scope): ElementContent[] {
    return children.flatMap((child): ElementContent[] => {
      if (child.type === 'JSXText') return [{ type: 'text', value: child.value }]
      return isJsx(child) ? renderElement(child, scope) : renderExpression(child.expression, scope)
    })
  }

  function renderElement(node: JsxElement, scope: Scope): ElementContent[] {
    const { openingElement, children } = node
    count += 1
    if (!openingElement) return renderChildren(children, scope)
    const { name, attributes } = openingElement
    const tag = lastName(name)
    // <motion.form> is a <form>.
    const isNative = /^[a-z]/.test(tag)
    const { entries } = readProps(attributes, scope)
    const as = entries.get('component') ?? entries.get('as')
    const value = isNative || name.type !== 'JSXIdentifier' ? DYNAMIC : scope.read(tag)
    const native = isNative
      ? tag
      : as === 'form'
        ? as
        : (nativeName(tag, children) ?? (typeof value === 'string' ? value : undefined))
    const content = { node: { type: 'JSXFragment', children }, scope } as unknown as Code
    if (children.length > 0) entries.set('children', content)
    if (native === undefined && isCode(value)) {
      // What provides an account, or catches errors, can be around what visitors see.
      const content = (): ElementContent[] => renderChildren(children, scope)
      if (OTHERS.test(fileOf(value.scope).source.path)) return content()
      onInline(value)
      const rendered = renderFunction(value, [{ entries, isOpen: false }])
      return value.node.type.startsWith('Class') ? [...rendered, ...content()] : rendered
    }
    const element = toElement(native ?? 'div', entries)
    if (native === undefined) element.properties['dataComponent'] = tag
    for (const [key, value] of entries) {
      // What components show is in their attributes, too: icons, functions that render, and routes.
      const isMarkup =
        Array.isArray(value) || (isCode(value) && /JSX|Function/.test(value.node.type))
      const isShown = key === 'children' || (!isNative && !/^on[A-Z]/.test(key) && isMarkup)
      if (isShown) element.children = element.children.concat(renderValue(value))
      if (key !== 'dangerouslySetInnerHTML' || !isStaticObject(value)) continue
      element.children = element.children.concat(renderValue(value.entries.get('__html')))
    }
    // Form libraries have a Form around the <form>.
    const isAround =
      tag === 'Form' &&
      findElements(element).some((each) => each !== element && each.tagName === 'form')
    if (isAround) element.tagName = 'div'
    const source = fileOf(scope).source
    const { start, end } = node.loc
    element.position = { start: pointOf(start, node.start), end: pointOf(end, node.end) }
    TAGS.set(element, { source, offset: name.end, isNative })
    return [element]
  }

  return renderFunction(component, [{ entries: new Map(), isOpen: true }])
}

function isJsx(node: { type: string }): node is JsxElement {
  return node.type === 'JSXElement' || node.type === 'JSXFragment'
}

function lastName({ name, property = name }: JsxName): string {
  return typeof property === 'string' ? property : lastName(property)
}

/** Returns the element that a component of a library is, by its name. Wrappers have elements inside. */
function nativeName(name: string, children: JsxChild[]): string | undefined {
  const isEmpty = !children.some(isJsx)
  const [, tag] = NATIVE.find(([pattern]) => pattern.test(name)) ?? []
  return isEmpty || !/^(?:input|textarea)$/.test(tag ?? '') ? tag : undefined
}

const NATIVE: [name: RegExp, tag: string][] = [
  [/text-?area$/i, 'textarea'],
  [/(?:Input|Field|^Control)$/, 'input'],
  [/Select$/, 'select'],
  [/^(?:Nav|Router)?Link$/, 'a'],
  [/^(?:Next)?Image$/, 'img'],
  [/^(?:Form)?Label$/, 'label'],
  [/^Form$/, 'form'],
  [/Button$/, 'button'],
]

/** Returns the attributes of an element, with what an unknown value says about its field. */
function readProps(attributes: JsxAttribute[], scope: Scope): StaticObject {
  const props: StaticObject = { entries: new Map(), isOpen: false }
  const { code } = fileOf(scope).source
  for (const { type, name, value, argument } of attributes) {
    if (type === 'JSXSpreadAttribute') {
      const spread = evaluate(argument, scope)
      if (isStaticObject(spread)) {
        for (const entry of spread.entries) props.entries.set(...entry)
      }
      // A field of a form library: {...register('email')}
      const [first] = argument.type === 'CallExpression' ? argument.arguments : []
      if (first?.type === 'Literal') props.entries.set('name', String(first.value))
      continue
    }
    const key = lastName(name)
    if (!value) {
      props.entries.set(key, true)
      continue
    }
    const expression = 'expression' in value ? value.expression : (value as Expression)
    const known = isJsx(expression)
      ? { node: expression as never, scope }
      : evaluate(expression, scope)
    const text = code.slice(expression.start, expression.end)
    const isPassword = key === 'type' && typeof known !== 'string' && /['"]password['"]/.test(text)
    if (isPassword) props.entries.set(key, 'password')
    else if (known !== DYNAMIC) props.entries.set(key, known)
    else if (key.startsWith('data-')) props.entries.set(key, '')
    if (key !== 'value' || typeof known === 'string') continue
    // The variable of a field.
    const [, variable] = /^(?:\w+\.)*(\w+)$/.exec(text) ?? []
    if (variable && !props.entries.has('title')) props.entries.set('title', variable)
  }
  return props
}

function toElement(tagName: string, props: StaticObject['entries']): Element {
  const element: Element = { type: 'element', tagName, properties: {}, children: [] }
  const isField = /^(?:input|select|textarea)$/.test(tagName)
  for (const [key, value] of props) {
    // Of component libraries: <TextField label="Email" /> and <Link to="/contact">
    const name =
      isField && key === 'label' ? 'aria-label' : tagName === 'a' && key === 'to' ? 'href' : key
    const known = isCode(value) ? readChoice(value) : value
    if (!/^(?:string|number|boolean)$/.test(typeof known)) continue
    element.properties[find(html, name === 'htmlFor' ? 'for' : name).property] = known as string
  }
  return element
}

/** Returns the first text that an unknown condition decides between. */
function readChoice({ node, scope }: Code): StaticValue {
  if (node.type !== 'ConditionalExpression') return undefined
  const values = [node.consequent, node.alternate].map((each) => evaluate(each, scope))
  return values.find((each) => typeof each === 'string')
}

/** Returns a position as HTML parsers do: columns start at 1. */
function pointOf({ line, column }: JsxElement['loc']['start'], offset: number) {
  return { line, column: column + 1, offset }
}
