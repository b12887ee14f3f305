/**
 * Checks a linkset in JSON strictly against RFC 9264, section 4.2.
 *
 * @param value The parsed JSON.
 * @yields One message for each problem, with its place: `linkset[1].service-desc[0].href …`.
 */
export function* checkLinkset(value: unknown): Generator<string> {
  if (!isObject(value) || Object.keys(value).join() !== 'linkset') {
    yield 'The document must be an object with the single member "linkset". Write { "linkset": [ … ] }.'
    return
  }
  const { linkset } = value
  if (!Array.isArray(linkset)) {
    yield 'linkset must be an array, even of one object. Write [ … ].'
    return
  }
  const seen = new Map<unknown, string>()
  for (const [index, context] of linkset.entries()) {
    const where = `linkset[${index}]`
    if (!isObject(context)) {
      yield `${where} must be an object. Write { "anchor": "…", … }.`
      continue
    }
    const { anchor, ...relations } = context
    const earlier = seen.get(anchor)
    if (earlier !== undefined) {
      yield `${where}.anchor is the same as that of ${earlier}. Merge the two objects.`
    }
    seen.set(anchor, where)
    if (!isAbsoluteUrl(anchor)) {
      yield `${where}.anchor must be an absolute URL. Write "https://…".`
    }
    if (Object.keys(relations).length === 0) {
      yield `${where} has no links. Add a relation such as "item", or delete the object.`
    }
    for (const [name, targets] of Object.entries(relations)) {
      yield* checkRelation(`${where}.${name}`, name, targets)
    }
  }
}

function* checkRelation(where: string, name: string, targets: unknown): Generator<string> {
  // A registered relation is a lower case token (RFC 8288, section 3.3), every other relation a URL.
  if (!/^[a-z][a-z\d.-]*$/.test(name) && !isAbsoluteUrl(name)) {
    yield `${where} is not a relation. Write a registered name in lower case, or an absolute URL.`
  }
  if (!Array.isArray(targets) || targets.length === 0) {
    yield `${where} must be an array of objects, even of one. Write [{ "href": "…" }].`
    return
  }
  for (const [index, target] of targets.entries()) {
    if (isObject(target)) yield* checkTarget(`${where}[${index}]`, target)
    else yield `${where}[${index}] must be an object. Write { "href": "…" }.`
  }
}

function* checkTarget(where: string, target: Record<string, unknown>): Generator<string> {
  const { href, ...attributes } = target
  if (!isAbsoluteUrl(href)) yield `${where}.href must be an absolute URL. Write "https://…".`
  for (const [name, value] of Object.entries(attributes)) {
    const problem = findAttributeProblem(name, value)
    if (problem) yield `${where}.${name} ${problem}`
  }
}

function findAttributeProblem(name: string, value: unknown): string | undefined {
  if (['anchor', 'rel', 'rev'].includes(name)) {
    return 'is not allowed in a target. Write the anchor beside the relation, and the relation as the name of the member.'
  }
  if (['media', 'title', 'type'].includes(name)) {
    if (typeof value !== 'string') return 'must be a string. Write "…".'
    if (name === 'type' && !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;.*)?$/.test(value)) {
      return 'must be a media type. Write one such as "text/html".'
    }
    return
  }
  if (name.endsWith('*')) {
    return isArrayOf(value, isInternationalText)
      ? undefined
      : 'must be an array of texts with their languages. Write [{ "value": "…", "language": "en" }].'
  }
  if (!isArrayOf(value, (item) => typeof item === 'string')) {
    return 'must be an array of strings, even of one. Write ["…"].'
  }
}

function isInternationalText(value: unknown): boolean {
  if (!isObject(value)) return false
  const { value: text, language, ...others } = value
  if (Object.keys(others).length > 0 || typeof text !== 'string') return false
  return language === undefined || typeof language === 'string'
}

function isArrayOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isItem)
}

function isAbsoluteUrl(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z][a-z\d+.-]*:\S+$/i.test(value) && URL.canParse(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
