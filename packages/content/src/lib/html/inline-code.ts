import type { ElementContent } from 'hast'
import { h } from 'hastscript'

/** A description of the OpenAPI document: text, in which backticks mark code. */
export function inlineCode(text: string): ElementContent[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? h('code', part) : { type: 'text', value: part }))
}
