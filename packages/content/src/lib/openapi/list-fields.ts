import type { JsonSchema } from './openapi-types.ts'

export interface Field {
  /** With the object it is in: `user_data.em`. */
  name: string
  /** In words: `string or list of up to 20 strings`. */
  type: string
  isRequired: boolean
  /** What the schema says of it, as CommonMark. */
  description: string
  /** All it can be, where that is a list. */
  values: string[]
}

/** The fields of an object's schema, each followed by those inside it. */
export function listFields(schema: JsonSchema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const field = property as JsonSchema
    const name = prefix + key
    return [
      {
        name,
        type: toType(field),
        isRequired: schema.required?.includes(key) ?? false,
        description: field.description ?? '',
        values: (field.enum ?? []).map(String),
      },
      ...listFields(field, `${name}.`),
    ]
  })
}

function toType(schema: JsonSchema): string {
  const { type, anyOf, items, maxItems, maxLength, minLength = 0 } = schema
  if (anyOf) return (anyOf as JsonSchema[]).map(toType).join(' or ')
  if (type === 'array') {
    const count = maxItems === undefined ? '' : `up to ${maxItems} `
    return `list of ${count}${toType(items as JsonSchema)}s`
  }
  if (maxLength !== undefined) return `${type} of ${minLength} to ${maxLength} characters`
  return schema.format === 'uri' ? 'URL' : String(type)
}
