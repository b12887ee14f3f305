import { tryCall } from '@conversion-capi/meta/terminal'
import type { AnyNode, CallExpression, Node, Program } from 'acorn'
import { ancestor } from 'acorn-walk'

import { isOnVisit, parseProgram, resolvePath } from '../../site/script/parse-script.ts'
import { evaluate, NO_VARIABLES } from '../../site/script/static-value.ts'
import { applyEdits, type Edit } from './edit-encoded-page.ts'

export interface PageViews {
  edits: Edit[]
  kept: number[]
  hasGated: boolean
}

export interface PageViewOptions {
  /** `Lead`: the calls that run with each visit of the page, with or without data. @default 'PageView' */
  event?: 'PageView' | 'Lead'
  /** Whether a consent platform runs the script after the visitor has agreed. */
  isHeld?: boolean
  /** The statement that replaces a call that waits for consent. @default none */
  grant?: string | undefined
  /** The expression that replaces all other calls, if the page loads the pixel later. @default none */
  later?: string | undefined
}

/**
 * Removes the calls of `fbq('track', 'PageView')` that are statements, so that what is left means the same. A call that
 * waits for consent is replaced by a statement that grants it, and a call of a pixel that loads later by the tracker's.
 * Other calls are kept: those with custom data or an event ID, those whose value is used, the body of an `if`, and those
 * in a script that cannot be parsed.
 */
export function removePageViews(code: string, options: PageViewOptions = {}): PageViews {
  if (!code.includes(options.event ?? 'PageView')) return { edits: [], kept: [], hasGated: false }
  try {
    return findPageViews(code, options)
  } catch {
    // A RangeError if the code is nested too deep for the parser.
    return { edits: [], kept: /\bfbq\b/.test(code) ? [1] : [], hasGated: options.isHeld === true }
  }
}

interface PageViewCall {
  line: number
  statement: AnyNode | undefined
  list: Node[] | undefined
  isGated: boolean
}

/** What the code around a call that waits for consent contains: a condition, or the name of a callback. */
const CONSENT = /consent|cookie|gdpr|dsgvo|rgpd|tarteaucitron|opt_?in|agree|accept|granted/i

function findPageViews(code: string, options: PageViewOptions): PageViews {
  const { event = 'PageView', isHeld = false, grant, later } = options
  const program = parseProgram(code)
  const calls: PageViewCall[] = []
  const replaced: Edit[] = []
  /** Where the first word in {@link CONSENT} ends, by statement, which can contain thousands of calls. */
  const consents = new Map<AnyNode, number>()
  const consentEnd = (statement: AnyNode): number => {
    const { start, end } = statement
    const known = consents.get(statement)
    if (known !== undefined) return known
    const found = CONSENT.exec(code.slice(start, end))
    const consent = found ? start + found.index + found[0].length : Infinity
    consents.set(statement, consent)
    return consent
  }
  ancestor(program, {
    CallExpression(node, _state, ancestors) {
      const kind = pageViewOf(node, event)
      if (kind === undefined || (event === 'Lead' && !isOnVisit(ancestors, code))) return
      const parents = (ancestors as AnyNode[]).filter(({ type }) => type !== 'ChainExpression')
      const [parent, statement] = parents.slice(-3)
      const isAlone =
        (kind === 'plain' || event === 'Lead') && statement?.type === 'ExpressionStatement'
      const list = isAlone ? listOf(parent!) : undefined
      if (later !== undefined && kind === 'plain' && statement?.type !== 'MemberExpression') {
        replaced.push({ start: node.start, end: node.end, text: later })
        return
      }
      const isGated = isHeld || consentEnd(parents[1]!) <= node.start
      calls.push({ line: node.loc!.start.line, statement, list, isGated })
    },
  })
  if (replaced.length > 0) {
    return { edits: replaced, kept: calls.map(({ line }) => line), hasGated: false }
  }
  const removed = calls.filter(({ list }) => list)
  for (const { statement, list } of removed) list!.splice(list!.indexOf(statement!), 1)
  const expected = meaningOf(program)
  const hasGated = calls.some(({ isGated }) => isGated)
  // Without its semicolon, the statement before could continue in the next line.
  for (const text of ['', ';']) {
    const edits = removed.map(({ statement }) => removeLine(code, statement!, text))
    const meaning = tryCall(() => meaningOf(parseProgram(applyEdits(code, edits))))
    if (meaning !== expected) continue
    const granted = removed.map(({ statement, isGated }, index): Edit => {
      const { start, end } = statement!
      return isGated && grant !== undefined ? { start, end, text: grant } : edits[index]!
    })
    return {
      edits: granted,
      kept: calls.filter(({ list }) => !list).map(({ line }) => line),
      hasGated,
    }
  }
  return { edits: [], kept: calls.map(({ line }) => line), hasGated }
}

/** Returns whether a call sends a page view, without data or with data that would be lost. */
function pageViewOf(
  { callee, arguments: args }: CallExpression,
  expected: string,
): 'plain' | 'data' | undefined {
  const [command, event] = args.map((argument) => evaluate(argument, NO_VARIABLES))
  const isCall = resolvePath(callee)?.join('.') === 'fbq'
  if (!isCall || command !== 'track' || event !== expected) return undefined
  // Plugins for WordPress pass an empty array or object.
  return args.slice(2).every(isEmpty) ? 'plain' : 'data'
}

function isEmpty(node: AnyNode): boolean {
  if (node.type === 'ArrayExpression') return node.elements.length === 0
  return node.type === 'ObjectExpression' && node.properties.length === 0
}

function listOf(node: AnyNode): Node[] | undefined {
  if (node.type === 'SwitchCase') return node.consequent
  return 'body' in node && Array.isArray(node.body) ? node.body : undefined
}

/** Removes a part of a script, and its line if nothing else is in it. */
export function removeLine(
  code: string,
  { start, end }: Pick<Node, 'start' | 'end'>,
  text = '',
): Edit {
  let lineStart = start
  while (/[ \t]/.test(code.charAt(lineStart - 1))) lineStart -= 1
  const isFirst = lineStart === 0 || /[\r\n]/.test(code.charAt(lineStart - 1))
  const [rest] = /^[ \t]*(?:\r?\n|$)/.exec(code.slice(end)) ?? []
  if (!isFirst || rest === undefined || text !== '') return { start, end, text }
  return { start: lineStart, end: end + rest.length, text }
}

/** Returns the syntax tree without what has no meaning: positions and empty statements. */
function meaningOf(program: Program): string {
  return JSON.stringify(program, (key, value: unknown) => {
    if (key === 'start' || key === 'end' || key === 'loc') return undefined
    if (typeof value === 'bigint') return String(value)
    return Array.isArray(value) ? value.filter((each) => each?.type !== 'EmptyStatement') : value
  })
}
