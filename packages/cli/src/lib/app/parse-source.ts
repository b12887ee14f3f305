import type { Expression, Program } from 'acorn'

import { parseTypeScript } from '../parse-typescript.ts'
import type { AppSource } from './read-app.ts'

const EMPTY = { type: 'Program', body: [], sourceType: 'module', start: 0, end: 0 } as Program

/** Returns the syntax of a file, or of the scripts in it. What cannot be parsed has none. */
export function parseSource({ path, code }: AppSource): Program {
  if (path.endsWith('.json')) return parseCode(`export default ${code}`)
  if (/\.[cm]?[jt]sx?$/.test(path)) return parseCode(code)
  const scripts = /^---\r?\n([^]*?)\n---|<script\b[^>]*>([^]*?)<\/script>/dg
  const parts = [...code.matchAll(scripts)].flatMap(({ indices }) => {
    const [start, end] = indices![1] ?? indices![2]!
    return [[start, end] as const]
  })
  // The positions stay.
  let script = ''
  for (const [start, end] of parts) {
    script += blank(code.slice(script.length, start)) + code.slice(start, end)
  }
  return parseCode(script)
}

function blank(code: string): string {
  return code.replaceAll(/[^\n]/g, ' ')
}

function parseCode(code: string): Program {
  return parseTypeScript(code, { errorRecovery: true })?.program ?? EMPTY
}

/** Parses an expression of a template. */
export function parseExpression(code: string): Expression | undefined {
  const [statement] = parseCode(`(${code}\n)`).body
  return statement?.type === 'ExpressionStatement' ? statement.expression : undefined
}
