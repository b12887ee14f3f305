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

import { evaluate, propertyName, type StaticValue } from './static-value.ts'

/** What the checks need to know about a script. */
export interface ParsedScript {
  calls: ScriptCall[]
  /** The global variables that the script assigns: `polaris` for `window.polaris = …` and `var polaris = …`. */
  assigned: Set<string>
  /** The names of all properties that the script uses. */
  properties: Set<string>
  /** Whether the script listens to the submission of forms, and prevents it. */
  preventsSubmit: boolean
}

export interface ScriptCall {
  /** The name without the global object: `['polaris', 'track']` for `window.polaris?.track(…)`. */
  path: string[]
  args: StaticValue[]
  /** The line in the script, from 1. */
  line: number
  /** Whether the call runs when the script loads, and not when a function is called later. */
  isTopLevel: boolean
}

/**
 * Parses a script of a page.
 *
 * @throws {SyntaxError} If the source cannot be parsed. `loc.line` of the error is the line.
 */
export function parseScript(code: string): ParsedScript {
  const program = parseProgram(code)
  const { constants, aliases, assigned } = collectNames(program)
  const calls: ScriptCall[] = []
  const properties = new Set<string>()
  let returnsFalse = false
  let listens = false
  full(program, (node) => {
    const each = node as AnyNode
    if (each.type === 'MemberExpression') {
      const name = memberName(each)
      if (name !== undefined) properties.add(name)
    } else if (each.type === 'ReturnStatement' && each.argument) {
      const { start, end } = each.argument
      returnsFalse ||= /^(?:false|!1)$/.test(code.slice(start, end))
    }
  })
  ancestor(program, {
    CallExpression(node, _state, ancestors) {
      listens ||= isSubmitListener(node)
      const path = resolvePath(node.callee, aliases)
      if (path === undefined) return
      calls.push({
        path,
        args: node.arguments.map((argument) => evaluate(argument, constants)),
        line: node.loc!.start.line,
        isTopLevel: !ancestors.some((parent, index) => isDeferred(parent, ancestors[index - 1])),
      })
    },
  })
  listens ||= properties.has('onsubmit') || assigned.has('onsubmit')
  const preventsSubmit = listens && (returnsFalse || properties.has('preventDefault'))
  return { calls, assigned, properties, preventsSubmit }
}

/** Returns whether a call adds a listener: `form.addEventListener('submit', …)`, `$('form').submit(function () { … })`. */
function isSubmitListener({ callee, arguments: [first] }: CallExpression): boolean {
  if (first?.type === 'Literal') return /^submit\b/.test(String(first.value))
  const isFunction = first !== undefined && /Function/.test(first.type)
  return isFunction && memberName(callee as AnyNode) === 'submit'
}

/**
 * Parses a script, or a module.
 *
 * @throws {SyntaxError} If the source cannot be parsed. `loc.line` of the error is the line.
 */
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

/** Returns whether a node is a function that is not called where it is written. */
function isDeferred(node: Node, parent: Node | undefined): boolean {
  if (!/Function/.test(node.type)) return false
  const call = parent as AnyNode | undefined
  return !(call?.type === 'CallExpression' && call.callee === (node as Function))
}

interface Names {
  constants: Map<string, Expression>
  /** The path that a variable stands for: `t` for `const t = window.polaris`. */
  aliases: Map<string, string[]>
  assigned: Set<string>
}

/** Collects the variables that are declared once. Scopes are ignored. */
function collectNames(program: Program): Names {
  const names: Names = { constants: new Map(), aliases: new Map(), assigned: new Set() }
  const counts = new Map<string, number>()
  const declarators: { declarator: VariableDeclarator; isConstant: boolean }[] = []
  full(program, (node) => {
    const each = node as AnyNode
    if (each.type === 'VariableDeclaration') {
      for (const declarator of each.declarations) {
        declarators.push({ declarator, isConstant: each.kind === 'const' })
        if (declarator.id.type === 'Identifier') count(declarator.id.name)
      }
    } else if (each.type === 'AssignmentExpression') {
      const path = resolvePath(each.left as Expression)
      if (path?.length === 1) {
        names.assigned.add(path[0]!)
        count(path[0]!)
      }
    } else if (/Function/.test(each.type)) {
      for (const param of (each as Function).params) {
        if (param.type === 'Identifier') count(param.name)
      }
    }
  })
  for (const { declarator, isConstant } of declarators) addDeclarator(declarator, isConstant)
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id } of statement.declarations) {
      if (id.type === 'Identifier') names.assigned.add(id.name)
    }
  }
  return names

  function count(name: string): void {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }

  function addDeclarator({ id, init }: VariableDeclarator, isConstant: boolean): void {
    const path = init ? resolvePath(init) : undefined
    if (id.type === 'ObjectPattern' && path) {
      for (const property of id.properties) {
        if (property.type !== 'Property' || property.value.type !== 'Identifier') continue
        const name = propertyName(property)
        if (name !== undefined) names.aliases.set(property.value.name, [...path, name])
      }
    }
    if (id.type !== 'Identifier' || counts.get(id.name) !== 1 || !init) return
    if (path) names.aliases.set(id.name, path)
    else if (isConstant) names.constants.set(id.name, init)
  }
}

/**
 * Returns the names of `a.b['c']`, without the global object and with aliases replaced.
 *
 * @param aliases The paths that variables stand for.
 */
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
