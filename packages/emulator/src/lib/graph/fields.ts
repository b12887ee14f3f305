/** The fields of a request to the Graph API, by name. A field without nested fields has an empty map. */
export type Fields = Map<string, Fields>

/**
 * Parses the query parameter `fields`: `id,web{event_name}`.
 *
 * @returns The fields, or `undefined` if the braces do not match.
 * @see https://developers.facebook.com/docs/graph-api/guides/field-expansion
 */
export function parseFields(text: string): Fields | undefined {
  const open: Fields[] = [new Map()]
  let last: Fields | undefined
  for (const [token] of text.matchAll(/[{},]|[^{},]+/g)) {
    if (token === '{') {
      if (!last) return undefined
      open.push(last)
    } else if (token === '}') {
      open.pop()
    }
    last = undefined
    const fields = open.at(-1)
    if (!fields) return undefined
    const name = token.trim()
    if (/^[{},]?$/.test(name)) continue
    last = fields.get(name) ?? new Map()
    fields.set(name, last)
  }
  return open.length === 1 ? open[0] : undefined
}

/** Returns whether all fields are known. */
export function areKnown(fields: Fields, known: Fields): boolean {
  return [...fields].every(([name, nested]) => {
    const nestedKnown = known.get(name)
    return nestedKnown !== undefined && areKnown(nested, nestedKnown)
  })
}

/** Returns the fields of an object, or of each object of an array. Without fields, it returns all. */
export function selectFields(value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) return value.map((each) => selectFields(each, fields))
  if (typeof value !== 'object' || value === null || fields.size === 0) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const nested = fields.get(name)
      return nested && each !== undefined ? [[name, selectFields(each, nested)]] : []
    }),
  )
}
