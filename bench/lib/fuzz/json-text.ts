import fc from 'fast-check'

import { deepText } from './deep-text.ts'

const ODD_TEXTS = (
  'null|true|0|-0|1e999|9007199254740993|""|" "|"x"|"\\ud800"|"\\u0000"|"__proto__"|[]|[null]|[[]]|{}|' +
  '{"":""}|{"__proto__":{"ok":1}}|{"constructor":{"prototype":{"ok":1}}}|{"toJSON":1}'
).split('|')

/** The text of a JSON value of any kind: odd, random, huge or deep. */
export const jsonText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.constantFrom(...ODD_TEXTS),
  },
  { weight: 20, arbitrary: fc.string({ maxLength: 120 }).map((text) => JSON.stringify(text)) },
  { weight: 10, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: hugeText() },
  { weight: 1, arbitrary: longList() },
  { weight: 3, arbitrary: deepText },
)

function hugeText(): fc.Arbitrary<string> {
  return fc.integer({ min: 1, max: 300_000 }).map((length) => `"${'x'.repeat(length)}"`)
}

function longList(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('1', '"x"', '{}', '[]'), fc.integer({ min: 1, max: 3000 }))
    .map(([item, length]) => `[${new Array(length).fill(item).join()}]`)
}
