import type { List, PhrasingContent } from 'mdast'

import type { Fact, Value } from './fact.ts'
import { item, list, ltrLink, paragraph, text } from './nodes.ts'

/** A list with an item for each fact that has a value; several values are a list of their own. */
export function factList(facts: Fact[]): List[] {
  const known = facts.filter(({ values }) => values.length > 0)
  return list(
    known.map(({ label, values: [first, ...others] }) =>
      others.length === 0
        ? item(paragraph(text(`${label}: `), toPhrasing(first!)))
        : item(
            paragraph(text(`${label}:`)),
            ...list([first!, ...others].map((value) => item(paragraph(toPhrasing(value))))),
          ),
    ),
  )
}

function toPhrasing(value: Value): PhrasingContent {
  return value.url === undefined ? text(value.text) : ltrLink(value.text, value.url)
}
