import { tryCall } from '@conversion-capi/meta/terminal'
import type { AnyNode, Expression } from 'acorn'
import type { Element } from 'hast'

import { stringify } from '../app/evaluate-code.ts'
import type { AppSource } from '../app/read-app.ts'
import type { RenderedApp } from '../app/render-app.ts'
import { codeOf } from '../site/elements.ts'
import { flatten, hasType, type Item, ORGANIZATION } from '../site/read-linked-facts.ts'
import {
  evaluate,
  isStaticObject,
  propertyName,
  type StaticValue,
} from '../site/script/static-value.ts'

/** What a property or a constant has. */
export interface Statement {
  name: string
  value: StaticValue
}

/** Reads the properties and constants of a file, and the entries of its metadata: { name: 'description', content: '…' }. */
export function* readStatements({ load }: RenderedApp, path: string): Generator<Statement> {
  const module = load(path)!
  for (const node of walk(module.program)) {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
      yield { name: node.id.name, value: evaluate(node.init, module.scope) }
    } else if (node.type === 'Property') {
      const name = propertyName(node)
      if (name !== undefined)
        yield { name, value: evaluate(node.value as Expression, module.scope) }
    } else if (node.type === 'ObjectExpression') {
      const value = evaluate(node, module.scope)
      if (!isStaticObject(value)) continue
      const name = value.entries.get('name') ?? value.entries.get('property')
      if (typeof name === 'string')
        yield {
          name: name.replace('og:site_name', 'siteName'),
          value: value.entries.get('content'),
        }
    }
  }
}

/**
 * Returns the organization that an app states as JSON-LD, in its documents or as an object, without what is known only
 * when the app runs.
 */
export function readOrganization(
  { load }: RenderedApp,
  sources: AppSource[],
  elements: Element[],
): Item {
  const written = elements
    .filter(({ properties }) => properties['type'] === 'application/ld+json')
    .flatMap((script) => [...flatten(tryCall(() => JSON.parse(codeOf(script))))])
  const objects = sources
    .filter(({ code }) => /['"]?@type['"]?\s*:/.test(code))
    .flatMap(({ path }) => {
      const { program, scope } = load(path)!
      const nodes = [...walk(program)].filter((node) => node.type === 'ObjectExpression')
      return nodes.map((node) => JSON.parse(stringify(evaluate(node, scope))) as Item)
    })
  const items = [...written, ...objects].filter((each) => '@type' in each)
  const organizations = items.filter((each) => hasType(each, ORGANIZATION))
  const isStated = (item: Item): boolean =>
    Boolean(item['name'] && (item['address'] ?? item['telephone']))
  const found = organizations.find(isStated) ?? organizations[0] ?? items.find(isStated)
  return { ...found, '@type': 'Organization' }
}

function* walk(node: AnyNode): Generator<AnyNode> {
  const stack = [node]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next
    const children = Object.entries(next).flatMap(([key, child]: [string, unknown]) =>
      key === 'loc' ? [] : child,
    )
    for (const child of children.toReversed()) {
      if (typeof child === 'object' && child !== null && 'type' in child)
        stack.push(child as AnyNode)
    }
  }
}
