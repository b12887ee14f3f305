import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Expression, type ObjectExpression, parseSync, Visitor } from 'oxc-parser'

/**
 * Finds the messages in source files: strings and templates that are sentences, and those that are logged or thrown.
 * In an object with a `fix`, the fix follows the `problem` or the `message`, as it is shown.
 *
 * @param root The folder of the repository.
 * @param patterns Globs of the files, relative to the folder.
 * @param exclude Globs of files that are not read.
 * @returns The texts, with `…` for each value that is inserted.
 */
export function findMessages(
  root: string,
  patterns: readonly string[],
  exclude: readonly string[] = [],
): Set<string> {
  const messages = new Set<string>()
  for (const file of globSync(patterns, { cwd: root, exclude })) {
    const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
    const used = new Set<Expression>()
    const add = (node: Expression, isMessage: (text: string) => boolean): void => {
      const text = used.has(node) ? undefined : textOf(node, used)
      if (text && isMessage(text)) messages.add(text)
    }
    new Visitor({
      ObjectExpression: (node) => {
        const { problem, message = problem, fix, ...others } = fieldsOf(node)
        // The descriptions of flags are not messages.
        for (const each of [others['description'], others['negativeDescription']]) {
          if (each) used.add(each)
        }
        if (!fix || !(problem ?? message)) return
        const texts = [problem ?? message!, fix].map((each) => textOf(each, used))
        if (texts.every(Boolean)) messages.add(texts.join(' '))
      },
      CallExpression: ({ callee, arguments: [first] }) => {
        if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return
        if (callee.object.name === 'console' && first) add(first as Expression, isPhrase)
      },
      NewExpression: ({ callee, arguments: [first] }) => {
        const isError = callee.type === 'Identifier' && callee.name.endsWith('Error')
        if (isError && first) add(first as Expression, isPhrase)
      },
      BinaryExpression: (node) => add(node, isSentence),
      Literal: (node) => add(node, isSentence),
      TemplateLiteral: (node) => add(node, isSentence),
    }).visit(program)
  }
  return messages
}

function isPhrase(text: string): boolean {
  return /^\S+ \S+ /.test(text)
}

/** Returns whether a text is a sentence, which can end in a further sentence or a suggestion. */
function isSentence(text: string): boolean {
  return (
    isPhrase(text) && /\w.*(\.|[.:] ?…|Did you mean .*\?)$/s.test(text) && !text.startsWith('//')
  )
}

function fieldsOf({ properties }: ObjectExpression): Record<string, Expression | undefined> {
  const fields = properties.map((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? [property.key.name, property.value]
      : [],
  )
  return Object.fromEntries(fields) as Record<string, Expression>
}

/** Returns the text of a string, a template or a concatenation, and marks its parts as used. */
function textOf(node: Expression, used: Set<Expression>): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') {
    used.add(node)
    return node.value
  }
  if (node.type === 'TemplateLiteral') {
    used.add(node)
    return node.quasis.map(({ value }) => value.cooked).join('…')
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined
  const texts = [node.left as Expression, node.right].map((side) => textOf(side, used))
  used.add(node)
  return texts.map((text) => text ?? '…').join('')
}
