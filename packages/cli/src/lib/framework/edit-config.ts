import type { Expression, ObjectExpression, Program } from 'acorn'

import { parseTypeScript, withoutTypes } from '../parse-typescript.ts'

/** What a framework's configuration needs. */
export interface ConfigEdit {
  /** The function, which takes no arguments, or the exported configuration. */
  name: string
  from: string
  /** The list that contains its result. Not set: it wraps the exported configuration. */
  list?: 'plugins' | 'integrations' | 'modules'
}

/** Returns the lines that a person adds to a configuration that {@link editConfig} does not recognize. */
export function describeEdit(file: string, { name, from, list }: ConfigEdit): string[] {
  return [
    `At the top of ${file}: import { ${name} } from '${from}'`,
    list
      ? `In the list "${list}" of ${file}: ${name}(),`
      : `In ${file}, around what it exports: ${name}(…)`,
  ]
}

/**
 * Adds a plugin to a configuration file. Returns the same text if the file imports it, and `undefined` if the file has
 * a shape that is not recognized: it must export an object literal, a function that returns one at its end, one of them
 * that a `define…` function takes, or a variable with one of them.
 */
export function editConfig(text: string, edit: ConfigEdit): string | undefined {
  const { name, from, list } = edit
  const code = withoutComments(text)
  if (isImported(code, from)) return text
  const program = parseTypeScript(text)?.program
  if (!program || new RegExp(`\\b${name}\\b`).test(code)) return undefined
  const exported = findExport(text, program)
  if (!exported) return undefined
  const insertions = list
    ? addToList(text, findObject(resolveVariable(exported, program)), list, name)
    : ([
        [exported.start, `${name}(`],
        [exported.end, ')'],
      ] satisfies Insertion[])
  if (!insertions) return undefined
  const all = [importOf(text, program, edit), ...insertions].toSorted(([a], [b]) => b - a)
  let edited = text
  for (const [at, added] of all) edited = edited.slice(0, at) + added + edited.slice(at)
  return parseTypeScript(edited) ? edited : undefined
}

/** Returns whether a configuration imports the plugin, in code and not in a comment. */
export function hasPlugin(text: string, { from }: ConfigEdit): boolean {
  return isImported(withoutComments(text), from)
}

function isImported(code: string, from: string): boolean {
  return new RegExp(`['"]${from}['"]`).test(code)
}

/** Returns code without comments, or unchanged if it cannot be parsed. */
export function withoutComments(text: string): string {
  const comments = parseTypeScript(text)?.comments ?? []
  return comments.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text,
  )
}

/** Older configurations of Next.js are CommonJS. */
function findExport(text: string, { body }: Program): Expression | undefined {
  for (const each of body) {
    if (each.type === 'ExportDefaultDeclaration') {
      const { declaration } = each
      return declaration.type.endsWith('Declaration') ? undefined : (declaration as Expression)
    }
    if (each.type !== 'ExpressionStatement') continue
    const { expression, start } = each
    const isExport = /^module\.exports\s*=/.test(text.slice(start))
    if (isExport && expression.type === 'AssignmentExpression') return expression.right
  }
  return undefined
}

type Insertion = readonly [at: number, added: string]

function addToList(
  text: string,
  config: ObjectExpression | undefined,
  list: string,
  name: string,
): Insertion[] | undefined {
  // A spread can have the list.
  if (!config || config.properties.some(({ type }) => type === 'SpreadElement')) return undefined
  const property = config.properties.find(
    (each) =>
      each.type === 'Property' &&
      !each.computed &&
      (each.key.type === 'Identifier'
        ? each.key.name === list
        : each.key.type === 'Literal' && each.key.value === list),
  )
  if (property?.type === 'Property') {
    const value = withoutFilter(property.value as Expression)
    if (value.type !== 'ArrayExpression') return undefined
    return [insertFirst(text, value.start, value.elements.length, `${name}()`)]
  }
  return [insertFirst(text, config.start, config.properties.length, `${list}: [${name}()]`)]
}

/** Templates write `[a(), isDevelopment && b()].filter(Boolean)`. */
function withoutFilter(value: Expression): Expression {
  if (value.type !== 'CallExpression' || value.callee.type !== 'MemberExpression') return value
  const { object, property } = value.callee
  const isFilter = property.type === 'Identifier' && property.name === 'filter'
  return isFilter ? (object as Expression) : value
}

/** Inserts before the first entry of `[…]` or `{…}`, on a line of its own if that is. */
function insertFirst(text: string, start: number, count: number, added: string): Insertion {
  const [space = ''] = /^\s*/.exec(text.slice(start + 1))!
  if (count > 0) return [start + 1 + space.length, `${added},${space || ' '}`]
  return text[start] === '{' && space === '' ? [start + 1, ` ${added} `] : [start + 1, added]
}

function resolveVariable(expression: Expression, { body }: Program): Expression {
  if (expression.type !== 'Identifier') return expression
  const variables = body.flatMap((each) =>
    each.type === 'VariableDeclaration' ? each.declarations : [],
  )
  const isNamed = ({ id }: (typeof variables)[number]): boolean =>
    id.type === 'Identifier' && id.name === expression.name
  return variables.find(isNamed)?.init ?? expression
}

function findObject(typed: Expression): ObjectExpression | undefined {
  const expression = withoutTypes(typed)
  if (expression.type === 'ObjectExpression') return expression
  if (expression.type === 'ArrowFunctionExpression' || expression.type === 'FunctionExpression') {
    const { body } = expression
    if (body.type !== 'BlockStatement') return findObject(body)
    // Another return can be in an `if` before.
    const last = body.body.at(-1)
    return last?.type === 'ReturnStatement' && last.argument ? findObject(last.argument) : undefined
  }
  if (expression.type !== 'CallExpression' || expression.arguments.length !== 1) return undefined
  const { callee, arguments: args } = expression
  const [argument] = args
  const isDefine = callee.type === 'Identifier' && /^define\w*Config$/.test(callee.name)
  return isDefine && argument && argument.type !== 'SpreadElement'
    ? findObject(argument)
    : undefined
}

function importOf(text: string, { body }: Program, { name, from }: ConfigEdit): Insertion {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const last = body.findLast(({ type }) => type === 'ImportDeclaration')
  const source = last ? text.slice(last.start, last.end) : ''
  const quote = source.includes('"') ? '"' : "'"
  const isModule = body.some(({ type }) => type === 'ExportDefaultDeclaration')
  const line = isModule
    ? `import { ${name} } from ${quote}${from}${quote}${source.endsWith(';') ? ';' : ''}`
    : `const { ${name} } = require('${from}')`
  if (last) return [last.end, newline + line]
  const start = body[0]!.start
  // The comment with the type of a variable is directly before it.
  const [comment = ''] = /\/\*\*(?:(?!\*\/)[^])*\*\/\s*$/.exec(text.slice(0, start)) ?? []
  return [start - comment.length, line + newline + newline]
}
