import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'

/**
 * What can be wider than a phone: it scrolls by itself, by finger and by keyboard, and the page does not.
 *
 * @param label What a screen reader calls it.
 */
export function wide(label: string, content: ElementContent): Element {
  return h('section', { className: 'wide', tabIndex: 0, ariaLabel: label }, content)
}
