import { readFileSync } from 'node:fs'

import ts from 'typescript'

/**
 * Returns the source of an exported declaration without `export` and without the bodies of functions.
 *
 * @param file The path of the file.
 * @param name The name of the function, type, class or constant.
 */
export function findDeclaration(file: string, name: string): string {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const texts = source.statements
    .filter((statement) => declares(statement, name))
    .map((statement) => toSignature(statement).replace(/^export (async )?/, ''))
  if (texts.length === 0) throw new Error(`${file} does not declare ${name}.`)
  return texts.join('\n')
}

function declares(statement: ts.Statement, name: string): boolean {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.some(({ name: each }) => each.getText() === name)
  }
  const { name: declared } = statement as { name?: ts.Node }
  return declared?.getText() === name
}

function toSignature(statement: ts.Statement): string {
  const source = statement.getSourceFile().text
  const { body } = statement as { body?: ts.Node }
  if (!body || !ts.isFunctionDeclaration(statement)) return statement.getText()
  return source.slice(statement.getStart(), body.getStart()).trim()
}
