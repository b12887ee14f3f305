import type { Finding } from '@conversion-capi/content'
import type { AnyNode, Expression, ObjectExpression } from 'acorn'

import { parseTypeScript, withoutTypes } from '../parse-typescript.ts'

export function locateProblems(problems: readonly string[], source: string): Finding[] {
  return problems.map((message) => {
    const line = locateField(source, message)
    const place = { file: 'school.config.ts', ...(line !== undefined && { line }) }
    return { level: 'error', ...place, message }
  })
}

/** Returns the line of the field that a message starts with, or of the closest field around it. */
function locateField(source: string, message: string): number | undefined {
  const [path = ''] = /^[\w$]+(?:\.[\w$-]+|\[\d+\])*(?= )/.exec(message) ?? []
  const keys = path.split(/[.[\]]+/).filter(Boolean)
  const exports = findExports(source)
  const [first, ...rest] = keys
  if (first === 'site') return exports.site && findLine(exports.site, rest)
  return exports.school && findLine(exports.school, keys)
}

export function findExports(source: string): { school?: Expression; site?: Expression } {
  const exports: { school?: Expression; site?: Expression } = {}
  for (const statement of parseTypeScript(source)?.program.body ?? []) {
    if (statement.type === 'ExportDefaultDeclaration') {
      const declaration = withoutTypes(statement.declaration as Expression)
      const [argument] = declaration.type === 'CallExpression' ? declaration.arguments : []
      exports.school = withoutTypes((argument ?? declaration) as Expression)
    }
    const { declaration } = statement.type === 'ExportNamedDeclaration' ? statement : {}
    const declarations = declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
    for (const { id, init } of declarations) {
      if (id.type === 'Identifier' && id.name === 'site' && init) exports.site = withoutTypes(init)
    }
  }
  return exports
}

function findLine(
  value: AnyNode,
  keys: string[],
  line = value.loc!.start.line,
): number | undefined {
  const [key, ...rest] = keys
  if (key === undefined) return line
  if (value.type === 'ArrayExpression') {
    const element = value.elements[Number(key)]
    return element ? findLine(element, rest) : line
  }
  const property = value.type === 'ObjectExpression' ? findProperty(value, key) : undefined
  return property ? findLine(property.value, rest, property.loc!.start.line) : line
}

export function findProperty({ properties }: ObjectExpression, name: string) {
  for (const property of properties) {
    if (property.type !== 'Property' || property.computed) continue
    const { key } = property
    const found = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : ''
    if (found === name) return property
  }
}
