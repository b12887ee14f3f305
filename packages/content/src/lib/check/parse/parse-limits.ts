import type { FileFinding } from '../../finding.ts'

/**
 * How deep a file may be nested. Pages and data stay far below: common JSON parsers stop at 64 to 1,000 levels,
 * browsers at 512 elements.
 */
const MAX_DEPTH = 200

/** Returns whether a syntax tree is nested too deep to be read. Does not recurse. */
export function isTreeTooDeep(root: object): boolean {
  return isTooDeep(root, (node) => (node as { children?: unknown[] }).children ?? [])
}

/** Returns whether a JSON value is nested too deep to be read. Does not recurse. */
export function isJsonTooDeep(value: unknown): boolean {
  return isTooDeep(value, (inner) =>
    typeof inner === 'object' && inner !== null ? Object.values(inner) : [],
  )
}

function isTooDeep(root: unknown, childrenOf: (value: unknown) => unknown[]): boolean {
  let level = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap(childrenOf)
  }
  return false
}

/**
 * Finds what makes the Markdown parser, whose time grows with the square of some counts, take minutes: containers
 * within containers, and paragraphs with thousands of characters that may start or end something.
 *
 * @returns The finding, or `undefined` if the file can be parsed.
 */
export function findHostileMarkdown(body: string): FileFinding | undefined {
  let marks = 0
  for (const [index, text] of body.split('\n').entries()) {
    const line = index + 1
    // A thematic break may be long.
    if (/^[\t >]*[-*_][-*_\t ]*$/.test(text)) continue
    const containers = /^(?:[\t ]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[\t ])))*/.exec(text)![0]
    if (containers.replace(/[\t \d]/g, '').length > MAX_DEPTH || /[*_]{401}/.test(text)) {
      return { line, ...tooDeep('Markdown') }
    }
    marks = text.trim() === '' ? 0 : marks + text.replace(/[^*_[`]/g, '').length
    if (marks > MAX_MARKS) return { line, ...TOO_MANY_MARKS }
  }
}

const MAX_MARKS = 5000

const TOO_MANY_MARKS = {
  message:
    'The paragraph has more than 5,000 of the characters "*", "_", "[" and "`", for which parsers take minutes.',
  fix: 'Split it, or render the files again.',
}

/** Returns the finding about a file that is nested too deep. */
export function tooDeep(format: string): FileFinding {
  return {
    message: `The ${format} is nested more than ${MAX_DEPTH} levels deep, where parsers fail.`,
    fix: 'Flatten it, or render the files again.',
  }
}
