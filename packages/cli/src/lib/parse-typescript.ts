import { parse, type ParserOptions } from '@babel/parser'
import { tryCall } from '@conversion-capi/meta/terminal'
import type { Expression, Program } from 'acorn'

/** What {@link parseTypeScript} returns. Types have nodes of their own, which acorn's types do not contain. */
export interface ParsedTypeScript {
  program: Program
  comments: { start: number; end: number }[]
}

/**
 * Parses JavaScript or TypeScript, with JSX and decorators, into ESTree nodes.
 *
 * @param options `errorRecovery`: whether code with syntax errors is parsed as far as possible.
 * @returns `undefined` if the code cannot be parsed.
 */
export function parseTypeScript(
  code: string,
  { errorRecovery = false } = {},
): ParsedTypeScript | undefined {
  const options: ParserOptions = {
    sourceType: 'unambiguous',
    errorRecovery,
    plugins: ['estree', 'jsx', 'typescript', 'decorators'],
  }
  return tryCall(() => parse(code, options)) as ParsedTypeScript | undefined
}

/** Returns the expression in `expression as Type`, `expression satisfies Type` and `expression!`. */
export function withoutTypes(expression: Expression): Expression {
  const { type, expression: inner } = expression as { type: string; expression?: Expression }
  return inner && /^TS(?:(?:As|NonNull|Satisfies)Expression|TypeAssertion)$/.test(type)
    ? withoutTypes(inner)
    : expression
}
