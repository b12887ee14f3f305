/**
 * Checks a linkset document.
 *
 * Stricter than the RFC in one point: anchors must be absolute URLs, because a catalog may be read apart from
 * its own URL.
 *
 * @returns The problems, with the sections of the RFC. Empty if the document is valid.
 * @see https://www.rfc-editor.org/rfc/rfc9264#section-4.2
 */
export function checkLinkset(document: unknown): string[] {
  if (!isObject(document)) return ['the document must be an object (4.2.1)']
  const { linkset, ...others } = document
  const problems = Object.keys(others).map(
    (name) => `${name} is not allowed next to "linkset" (4.2.1)`,
  )
  if (!Array.isArray(linkset)) return [...problems, 'linkset must be an array (4.2.1)']
  const anchors = linkset.map((context) => (isObject(context) ? context['anchor'] : undefined))
  return [
    ...problems,
    ...linkset.flatMap((context, index) => checkContext(context, `linkset[${index}]`)),
    ...anchors.flatMap((anchor, index) =>
      anchors.indexOf(anchor) < index
        ? [`linkset[${index}].anchor is used by another context (4.2.2)`]
        : [],
    ),
  ]
}

function checkContext(context: unknown, where: string): string[] {
  if (!isObject(context)) return [`${where} must be an object (4.2.2)`]
  const { anchor, ...relations } = context
  return [
    ...(isAbsoluteUrl(anchor) ? [] : [`${where}.anchor must be an absolute URL (4.2.2)`]),
    ...(Object.keys(relations).length > 0 ? [] : [`${where} must have a relation (4.2.2)`]),
    ...Object.entries(relations).flatMap(([relation, targets]) =>
      checkRelation(relation, targets, `${where}.${relation}`),
    ),
  ]
}

function checkRelation(relation: string, targets: unknown, where: string): string[] {
  const problems =
    REGISTERED.has(relation) || isAbsoluteUrl(relation)
      ? []
      : [`${where} must be a registered relation or a URL (4.2.3)`]
  if (!Array.isArray(targets)) return [...problems, `${where} must be an array (4.2.3)`]
  if (targets.length === 0) problems.push(`${where} must not be empty (4.2.3)`)
  return [
    ...problems,
    ...targets.flatMap((target, index) => checkTarget(target, `${where}[${index}]`)),
  ]
}

function checkTarget(target: unknown, where: string): string[] {
  if (!isObject(target)) return [`${where} must be an object (4.2.3)`]
  const { href, ...attributes } = target
  return [
    ...(isAbsoluteUrl(href) ? [] : [`${where}.href must be an absolute URL (4.2.3)`]),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      isAttribute(name, value) ? [] : [`${where}.${name} has the wrong type or format (4.2.4)`],
    ),
  ]
}

function isAttribute(name: string, value: unknown): boolean {
  // The place in the document says these.
  if (['anchor', 'rel', 'rev'].includes(name)) return false
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

/** The IANA-registered relations that RFC 8288, 8631 and 9727 use for catalogs and documentation. */
const REGISTERED = new Set(
  'about alternate api-catalog author canonical collection contents describedby describes help icon index item license next prev privacy-policy self service-desc service-doc service-meta status terms-of-service type up via'.split(
    ' ',
  ),
)

/** A media type without parameters (RFC 6838, section 4.2). */
const MEDIA_TYPE = /^[a-z\d][a-z\d!#$&^_.+-]*\/[a-z\d][a-z\d!#$&^_.+-]*$/i

function isAbsoluteUrl(value: unknown): boolean {
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
