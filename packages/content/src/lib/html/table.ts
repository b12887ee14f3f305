import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'

type Row = [name: string, about: ElementContent[]]

/** A table of names and what is to be said of each: two columns, which fit on a phone. */
export function table([name, about]: [string, string], rows: Row[]): Element {
  return h('table', [
    h('thead', [h('tr', [h('th', { scope: 'col' }, name), h('th', { scope: 'col' }, about)])]),
    h(
      'tbody',
      rows.map(([name, about]) =>
        h('tr', [h('th', { scope: 'row' }, [h('code', breakable(name))]), h('td', about)]),
      ),
    ),
  ])
}

/** A path may be broken after its dots. */
function breakable(name: string): ElementContent[] {
  return name
    .split(/(?<=\.)/)
    .flatMap((part, index) => [...(index > 0 ? [h('wbr')] : []), { type: 'text', value: part }])
}
