import fc from 'fast-check'
import { fromHtml } from 'hast-util-from-html'
import { toString } from 'hast-util-to-string'
import { describe, expect, it } from 'vitest'

import { toScriptJson } from './to-script-json.ts'

describe('toScriptJson', () => {
  it.each(['</script><script>alert(1)</script>', '<!--<script>', ']]>', '\u2028', '"\\'])(
    'lets no text end the script: %j',
    (text) => {
      expect(readFromScript(toScriptJson({ text }))).toEqual({ text })
    },
  )

  it('reads back equal, whatever the value', () => {
    const value = fc.jsonValue({
      stringUnit: fc.constantFrom('<', '/', '!', '-', 'script', '>', 'é'),
    })
    fc.assert(
      fc.property(value, (value) => {
        expect(JSON.stringify(readFromScript(toScriptJson(value)))).toBe(JSON.stringify(value))
      }),
    )
  })
})

function readFromScript(json: string): unknown {
  const { children } = fromHtml(`<script>${json}</script>`, { fragment: true })
  expect(children).toHaveLength(1)
  return JSON.parse(toString(children[0]!))
}
