/**
 * What is wrong with a linkset document, by the rules of RFC 9264, section 4.2. Nothing: an empty list.
 *
 * Stricter than the RFC in one thing: an anchor, which may be left out or relative, has to be a whole address, because
 * a catalog is read away from its own.
 */
export function checkLinkset(document: unknown): string[] {
  if (!isObject(document)) return ['the document: is no object (4.2.1)']
  const { linkset, ...others } = document
  const problems = Object.keys(others).map((name) => `${name}: stands beside "linkset" (4.2.1)`)
  if (!Array.isArray(linkset)) return [...problems, 'linkset: is no array (4.2.1)']
  const anchors = linkset.map((context) => (isObject(context) ? context['anchor'] : undefined))
  return [
    ...problems,
    ...linkset.flatMap((context, index) => checkContext(context, `linkset[${index}]`)),
    ...anchors.flatMap((anchor, index) =>
      anchors.indexOf(anchor) < index
        ? [`linkset[${index}].anchor: is that of another (4.2.2)`]
        : [],
    ),
  ]
}

function checkContext(context: unknown, where: string): string[] {
  if (!isObject(context)) return [`${where}: is no object (4.2.2)`]
  const { anchor, ...relations } = context
  return [
    ...(isAddress(anchor) ? [] : [`${where}.anchor: is no whole address (4.2.2)`]),
    ...(Object.keys(relations).length > 0 ? [] : [`${where}: has no relation (4.2.2)`]),
    ...Object.entries(relations).flatMap(([relation, targets]) =>
      checkRelation(relation, targets, `${where}.${relation}`),
    ),
  ]
}

function checkRelation(relation: string, targets: unknown, where: string): string[] {
  const problems =
    REGISTERED.has(relation) || isAddress(relation)
      ? []
      : [`${where}: is neither a registered relation nor an address (4.2.3)`]
  if (!Array.isArray(targets)) return [...problems, `${where}: is no array (4.2.3)`]
  if (targets.length === 0) problems.push(`${where}: is empty (4.2.3)`)
  return [
    ...problems,
    ...targets.flatMap((target, index) => checkTarget(target, `${where}[${index}]`)),
  ]
}

function checkTarget(target: unknown, where: string): string[] {
  if (!isObject(target)) return [`${where}: is no object (4.2.3)`]
  const { href, ...attributes } = target
  return [
    ...(isAddress(href) ? [] : [`${where}.href: is no whole address (4.2.3)`]),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      isAttribute(name, value) ? [] : [`${where}.${name}: has the wrong form (4.2.4)`],
    ),
  ]
}

function isAttribute(name: string, value: unknown): boolean {
  if (name === 'type') return isString(value) && MEDIA_TYPE.test(value)
  if (name === 'media' || name === 'title') return isString(value)
  if (name === 'hreflang') return isArrayOf(isString, value)
  if (name.endsWith('*')) return isArrayOf(isInternationalized, value)
  return isArrayOf(isString, value)
}

function isInternationalized(value: unknown): boolean {
  if (!isObject(value)) return false
  const { value: text, language = '', ...others } = value
  return isString(text) && isString(language) && Object.keys(others).length === 0
}

/** Of the relations that IANA registers, those that RFC 8288, 8631 and 9727 give to catalogs and documentation. */
const REGISTERED = new Set(
  'about alternate api-catalog author canonical collection contents describedby describes help icon index item license next prev privacy-policy self service-desc service-doc service-meta status terms-of-service type up via'.split(
    ' ',
  ),
)

/** RFC 6838, section 4.2, without parameters. */
const MEDIA_TYPE = /^[a-z\d][a-z\d!#$&^_.+-]*\/[a-z\d][a-z\d!#$&^_.+-]*$/i

function isAddress(value: unknown): boolean {
  return isString(value) && /^[a-z][a-z\d+.-]*:[!-~]+$/i.test(value) && URL.canParse(value)
}

function isArrayOf(check: (value: unknown) => boolean, value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => check(each))
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
