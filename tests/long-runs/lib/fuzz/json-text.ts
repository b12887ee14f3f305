import { json } from '@conversion-capi/test-support/json'
import fc from 'fast-check'

const ODD_VALUES = (
  'null|true|0|-0|1e999|9007199254740993|""|" "|"x"|"\\ud800"|"\\u0000"|"__proto__"|[]|[null]|[[]]|{}|' +
  '{"":""}|{"__proto__":{"ok":1}}|{"constructor":{"prototype":{"ok":1}}}|{"toJSON":1}'
).split('|')

const maxDepth = findMaxDepth()

/** Nested JSON. Half of it is close to the depth at which `JSON.stringify` runs out of stack. */
export const deepText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(['[', ']'], ['{"a":', '}']),
    fc.oneof(
      fc.integer({ min: 1, max: 60_000 }),
      fc.integer({ min: maxDepth - 20, max: maxDepth + 40 }),
    ),
  )
  .map(([[open = '', close = ''], depth]) => `${open.repeat(depth)}1${close.repeat(depth)}`)

/** JSON of any type: odd, random, huge or deep. */
export const jsonText: fc.Arbitrary<string> = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...ODD_VALUES) },
  { weight: 20, arbitrary: fc.string({ maxLength: 120 }).map((text) => JSON.stringify(text)) },
  { weight: 10, arbitrary: json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: hugeString() },
  { weight: 1, arbitrary: longArray() },
  { weight: 3, arbitrary: deepText },
)

function hugeString(): fc.Arbitrary<string> {
  return fc.integer({ min: 1, max: 300_000 }).map((length) => `"${'x'.repeat(length)}"`)
}

function longArray(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('1', '"x"', '{}', '[]'), fc.integer({ min: 1, max: 3000 }))
    .map(([item, length]) => `[${new Array(length).fill(item).join()}]`)
}

/** Returns the deepest nesting that `JSON.stringify` can write on this machine. */
function findMaxDepth(): number {
  let possible = 1
  let impossible = 100_000
  while (impossible - possible > 1) {
    const depth = Math.floor((possible + impossible) / 2)
    if (canStringify(depth)) possible = depth
    else impossible = depth
  }
  return possible
}

function canStringify(depth: number): boolean {
  const value: unknown = JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}
