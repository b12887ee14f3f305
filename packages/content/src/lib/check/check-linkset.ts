/**
 * Checks a linkset in JSON as RFC 9264 (section 4.2) defines it, as strictly as its text is written. One
 * sentence for each fault, which names the place: `linkset[1].service-desc[0].href …`.
 *
 * @param value What `JSON.parse` gave.
 *
 * @yields What keeps it from that.
 */
export function* checkLinkset(value: unknown): Generator<string> {
  if (!isObject(value) || Object.keys(value).join() !== 'linkset') {
    yield 'The document must be an object with the one member "linkset": write { "linkset": [ … ] }.'
    return
  }
  const { linkset } = value
  if (!Array.isArray(linkset)) {
    yield 'linkset must be a list, even of one: write [ … ].'
    return
  }
  const seen = new Map<unknown, string>()
  for (const [index, context] of linkset.entries()) {
    const where = `linkset[${index}]`
    if (!isObject(context)) {
      yield `${where} must be an object: write { "anchor": "…", … }.`
      continue
    }
    const { anchor, ...relations } = context
    const earlier = seen.get(anchor)
    if (earlier !== undefined)
      yield `${where}.anchor is that of ${earlier} already: make them one object.`
    seen.set(anchor, where)
    if (!isAddress(anchor)) {
      yield `${where}.anchor must be a whole address: write "https://…".`
    }
    if (Object.keys(relations).length === 0) {
      yield `${where} links nothing: add a relation such as "item", or delete it.`
    }
    for (const [name, targets] of Object.entries(relations)) {
      yield* checkRelation(`${where}.${name}`, name, targets)
    }
  }
}

function* checkRelation(where: string, name: string, targets: unknown): Generator<string> {
  // Registered relations are tokens in small letters (RFC 8288, 3.3), all others are addresses.
  if (!/^[a-z][a-z\d.-]*$/.test(name) && !isAddress(name)) {
    yield `${where} is no relation: write a registered name in small letters, or a whole address.`
  }
  if (!Array.isArray(targets) || targets.length === 0) {
    yield `${where} must be a list of objects, even of one: write [{ "href": "…" }].`
    return
  }
  for (const [index, target] of targets.entries()) {
    if (isObject(target)) yield* checkTarget(`${where}[${index}]`, target)
    else yield `${where}[${index}] must be an object: write { "href": "…" }.`
  }
}

function* checkTarget(where: string, target: Record<string, unknown>): Generator<string> {
  const { href, ...attributes } = target
  if (!isAddress(href)) yield `${where}.href must be a whole address: write "https://…".`
  for (const [name, value] of Object.entries(attributes)) {
    const write = judgeAttribute(name, value)
    if (write) yield `${where}.${name} ${write}.`
  }
}

function judgeAttribute(name: string, value: unknown): string | undefined {
  if (['anchor', 'rel', 'rev'].includes(name)) {
    return 'has no place in a target: the anchor stands beside the relation, whose name is the member'
  }
  if (['media', 'title', 'type'].includes(name)) {
    if (typeof value !== 'string') return 'must be one text: write "…"'
    if (name === 'type' && !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;.*)?$/.test(value)) {
      return 'must be a media type: write one such as "text/html"'
    }
    return
  }
  if (name.endsWith('*')) {
    return isListOf(value, isInternational)
      ? undefined
      : 'must be a list of texts with their languages: write [{ "value": "…", "language": "en" }]'
  }
  if (!isListOf(value, (item) => typeof item === 'string')) {
    return 'must be a list of texts, even of one: write ["…"]'
  }
}

function isInternational(value: unknown): boolean {
  if (!isObject(value)) return false
  const { value: text, language, ...others } = value
  if (Object.keys(others).length > 0 || typeof text !== 'string') return false
  return language === undefined || typeof language === 'string'
}

function isListOf(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(is)
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z][a-z\d+.-]*:\S+$/i.test(value) && URL.canParse(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
