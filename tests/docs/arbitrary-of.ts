import { jsonKey } from '@conversion-capi/test-support/json'
import fc from 'fast-check'

/** The keywords of JSON Schema that the document uses. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string'
  properties?: Record<string, JsonSchema>
  required?: string[]
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  anyOf?: JsonSchema[]
  enum?: string[]
  pattern?: string
  format?: 'uri'
  minLength?: number
  maxLength?: number
  description?: string
}

/**
 * Returns an arbitrary of the values that a schema accepts.
 *
 * @throws {Error} If the schema has an unsupported keyword.
 */
export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  for (const keyword of Object.keys(schema)) {
    if (!SUPPORTED.has(keyword))
      throw new Error(`The keyword "${keyword}" is not supported. Add it to arbitraryOf.`)
  }
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return schema.properties ? recordOf(schema, schema.properties) : dictionaryOf(schema)
    case 'array':
      return fc.array(arbitraryOf(schema.items!), lengths(schema.minItems, schema.maxItems))
    case 'string':
      return stringOf(schema)
    default:
      return anyJson
  }
}

/** Any JSON value whose numbers the proxy forwards, as the description of `custom_data` says. */
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.double({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, noNaN: true }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(jsonKey, tie('value'), { maxKeys: 5 }),
  ),
})).value

const SUPPORTED = new Set(
  'type properties required propertyNames additionalProperties items minItems maxItems anyOf enum pattern format minLength maxLength description'.split(
    ' ',
  ),
)

function recordOf(
  { required = [] }: JsonSchema,
  properties: Record<string, JsonSchema>,
): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([key, field]) => [key, arbitraryOf(field)]),
  )
  return fc.record(fields, { requiredKeys: required })
}

function dictionaryOf({ propertyNames = {}, additionalProperties = {} }: JsonSchema) {
  return fc.dictionary(stringOf(propertyNames), arbitraryOf(additionalProperties), { maxKeys: 5 })
}

function stringOf({ pattern, format, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  if (format === 'uri') return fc.webUrl({ withQueryParameters: true, withFragments: true })
  return fc
    .string({ unit: 'binary', ...lengths(minLength, maxLength) })
    .filter((text) => text.length <= (maxLength ?? Infinity)) // In UTF-16 code units.
}

function lengths(minLength = 0, maxLength?: number) {
  return { minLength, ...(maxLength !== undefined && { maxLength }) }
}
