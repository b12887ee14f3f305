import {
  type AnyNode,
  type CallExpression,
  type Expression,
  type Function,
  type Node,
  parse,
  type Program,
  type Super,
  type VariableDeclarator,
} from 'acorn'
import { ancestor, full } from 'acorn-walk'

import { constantScope, evaluate, propertyName, type StaticValue } from './static-value.ts'

export type ParsedScript = ReturnType<typeof parseScript>

export interface ScriptCall {
  /** The name without the global object: `['polaris', 'track']` for `window.polaris?.track(…)`. */
  path: string[]
  args: StaticValue[]
  line: number
  /** Whether the call runs when the script loads, and not when a function is called later. */
  isTopLevel: boolean
  /** Whether each visit of the page runs the call: it is top-level, or in a function that runs when the page has loaded. */
  isOnVisit: boolean
}

export function isPixelCall({ path, args }: ScriptCall, command: string): boolean {
  return path.join('.') === 'fbq' && args[0] === command
}

/** @throws {SyntaxError} If the source cannot be parsed. `loc.line` of the error is the line. */
export function parseScript(code: string) {
  const program = parseProgram(code)
  const { constants, aliases, assigned, properties, written, returned } = collectNames(program)
  const scope = constantScope(constants)
  const calls: ScriptCall[] = []
  let listens = properties.has('onsubmit') || assigned.has('onsubmit')
  ancestor(program, {
    CallExpression(node, _state, ancestors) {
      listens ||= isSubmitListener(node)
      const path = resolvePath(node.callee, aliases)
      if (path === undefined) return
      calls.push({
        path,
        args: node.arguments.map((argument) => evaluate(argument, scope)),
        line: node.loc!.start.line,
        isTopLevel: !ancestors.some((parent, index) => isDeferred(parent, ancestors[index - 1])),
        isOnVisit: isOnVisit(ancestors, code),
      })
    },
  })
  const prevents =
    properties.has('preventDefault') ||
    returned.some(({ start, end }) => /^(?:false|!1)$/.test(code.slice(start, end)))
  // Whether the script listens to the submission of forms, and prevents it.
  const preventsSubmit = listens && prevents
  return { calls, assigned, properties, written, preventsSubmit }
}

/** Returns whether a call adds a listener: `form.addEventListener('submit', …)`, `$('form').submit(function () { … })`. */
function isSubmitListener({ callee, arguments: [first] }: CallExpression): boolean {
  if (first?.type === 'Literal') return /^submit\b/.test(String(first.value))
  const isFunction = first !== undefined && /Function/.test(first.type)
  return isFunction && memberName(callee as AnyNode) === 'submit'
}

/** Throws a SyntaxError whose `loc.line` is the line. */
export function parseProgram(code: string): Program {
  const options = {
    ecmaVersion: 'latest',
    locations: true,
    allowHashBang: true,
    // The code of an attribute such as `onclick` is the body of a function.
    allowReturnOutsideFunction: true,
  } as const
  try {
    return parse(code, { ...options, sourceType: 'script' })
  } catch (error) {
    try {
      return parse(code, { ...options, sourceType: 'module' })
    } catch {
      throw error
    }
  }
}

/** Returns whether each visit of a page runs the last of these nodes, the others of which are around it. */
export function isOnVisit(ancestors: Node[], code: string): boolean {
  return ancestors.every((node, index) => {
    const parent = ancestors[index - 1]
    return (
      !isDeferred(node, parent) ||
      ON_LOAD.test(code.slice(parent!.start, node.start).replaceAll(/\s/g, ''))
    )
  })
}

/** What precedes a function that runs when the page has loaded: the start of a call or an assignment, without spaces. */
const ON_LOAD =
  /^(?:(?:window|document)\.)?(?:onload=|setTimeout\(|addEventListener\(["'`](?:load|DOMContentLoaded|pageshow)["'`],)$|^(?:\$|jQuery)\((?:(?:document|window)\)\.(?:(?:load|ready)\(|(?:bind|on|one)\(["'](?:load|ready)["'],))?$/

/** Returns whether a node is a function that is not called where it is written. */
function isDeferred(node: Node, parent: Node | undefined): boolean {
  if (!/Function/.test(node.type)) return false
  const call = parent as AnyNode | undefined
  return !(call?.type === 'CallExpression' && call.callee === (node as Function))
}

/** Collects the variables that are declared once, and the properties. Scopes are ignored. */
function collectNames(program: Program) {
  const constants = new Map<string, Expression>()
  /** The path that a variable stands for: `t` for `const t = window.polaris`. */
  const aliases = new Map<string, string[]>()
  const returned: Expression[] = []
  const names = {
    constants,
    aliases,
    /** The global variables that the script assigns: `polaris` for `window.polaris = …` and `var polaris = …`. */
    assigned: new Set<string>(),
    properties: new Set<string>(),
    /** The global variables, the properties and the paths (`tildaForm.send`) that the script assigns or declares. */
    written: new Set<string>(),
    returned,
  }
  const counts = new Map<string, number>()
  const count = (node: AnyNode): void => {
    if (node.type === 'Identifier') counts.set(node.name, (counts.get(node.name) ?? 0) + 1)
  }
  const declarators = new Map<VariableDeclarator, { isConstant: boolean }>()
  full(program, (node) => {
    const each = node as AnyNode
    if (each.type === 'VariableDeclaration') {
      for (const declarator of each.declarations) {
        declarators.set(declarator, { isConstant: each.kind === 'const' })
        count(declarator.id)
      }
    } else if (each.type === 'AssignmentExpression') {
      const property = memberName(each.left)
      if (property !== undefined) names.written.add(property)
      const path = resolvePath(each.left as Expression)
      if (path) names.written.add(path.join('.'))
      const [name, ...rest] = path ?? []
      if (name === undefined || rest.length > 0) return
      names.assigned.add(name)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    } else if (each.type === 'MemberExpression') {
      const name = memberName(each)
      if (name !== undefined) names.properties.add(name)
    } else if (each.type === 'ReturnStatement') {
      if (each.argument) returned.push(each.argument)
    } else if (/Function/.test(each.type)) {
      const { id, params } = each as Function
      if (id) names.written.add(id.name)
      params.forEach(count)
    }
  })
  for (const [{ id, init }, { isConstant }] of declarators) {
    const path = init ? resolvePath(init) : undefined
    if (id.type === 'ObjectPattern' && path) {
      for (const property of id.properties) {
        if (property.type !== 'Property' || property.value.type !== 'Identifier') continue
        const name = propertyName(property)
        if (name !== undefined) aliases.set(property.value.name, [...path, name])
      }
    }
    if (id.type !== 'Identifier' || counts.get(id.name) !== 1 || !init) continue
    if (path) aliases.set(id.name, path)
    else if (isConstant) constants.set(id.name, init)
  }
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id } of statement.declarations) {
      if (id.type === 'Identifier') names.assigned.add(id.name)
    }
  }
  return names
}

/** Returns the names of `a.b['c']`, without the global object and with aliases replaced. */
export function resolvePath(
  node: Expression | Super,
  aliases: ReadonlyMap<string, string[]> = new Map(),
): string[] | undefined {
  const path: string[] = []
  let current: AnyNode = node
  for (;;) {
    if (current.type === 'ChainExpression') current = current.expression
    else if (current.type === 'MemberExpression') {
      const name = memberName(current)
      if (name === undefined) return undefined
      path.unshift(name)
      current = current.object
    } else if (current.type === 'Identifier') {
      const isGlobal = GLOBALS.has(current.name) && path.length > 0
      const first = isGlobal ? [] : (aliases.get(current.name) ?? [current.name])
      return [...first, ...path]
    } else return undefined
  }
}

const GLOBALS = new Set(['window', 'self', 'globalThis'])

function memberName(node: AnyNode): string | undefined {
  if (node.type !== 'MemberExpression') return undefined
  return propertyName({ computed: node.computed, key: node.property })
}
