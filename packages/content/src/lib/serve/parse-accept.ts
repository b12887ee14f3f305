/**
 * Reads an `Accept` header (RFC 9110, 12.5.1): the weight of each media range, in lower case and without its
 * parameters.
 *
 * No header is an empty map; one that breaks the grammar is undefined.
 */
export function parseAccept(accept: string | null): Map<string, number> | undefined {
  const weights = new Map<string, number>()
  let rest = accept ?? ''
  while (rest !== '') {
    const [element, range, parameters] = ELEMENT.exec(rest) ?? []
    if (element === undefined) return undefined
    rest = rest.slice(element.length)
    if (range === undefined) continue
    const weight = weightIn(parameters!)
    if (weight === undefined) return undefined
    const name = range.toLowerCase()
    weights.set(name, Math.max(weight, weights.get(name) ?? 0))
  }
  return weights
}

const TOKEN = String.raw`[\w!#$%&'*+.^\`|~-]+`
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`
// The space before a parameter belongs to that parameter only, so that no input is read in many ways.
const PARAMETER = String.raw`[ \t]*;(?:[ \t]*${TOKEN}=(?:${TOKEN}|${QUOTED}))?`

/** One element of the list with the comma behind it. An element may be empty (RFC 9110, 5.6.1). */
const ELEMENT = new RegExp(`^[ \\t]*(?:(${TOKEN}/${TOKEN})((?:${PARAMETER})*)[ \\t]*)?(?:,|$)`)

/** Without a "q" it is 1. Undefined when "q" is no number from 0 to 1 with three digits at most. */
function weightIn(parameters: string): number | undefined {
  const [, weight = '1'] =
    /;[ \t]*q=([^; \t]*)/i.exec(parameters.replace(QUOTED_VALUES, '""')) ?? []
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : undefined
}

const QUOTED_VALUES = new RegExp(QUOTED, 'g')
