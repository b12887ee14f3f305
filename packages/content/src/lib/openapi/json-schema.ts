import type { SchemaObject } from 'openapi3-ts/oas31'
import * as z from 'zod'

/**
 * Converts a zod schema to a JSON Schema of its input, in the default dialect of OpenAPI 3.1, which needs no
 * `$schema`.
 */
export function toJsonSchema(schema: z.ZodType): SchemaObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest as SchemaObject
}

export interface SchemaField {
  /** The full path: `user_data.em`. */
  name: string
  /** The type in words: `string or list of up to 20 strings`. */
  type: string
  isRequired: boolean
  /** The schema's description, as CommonMark. */
  description: string
  /** The allowed values, or an empty array if the schema has no `enum`. */
  values: string[]
}

/** Lists the fields of an object schema. Nested fields follow their object. */
export function listFields(schema: SchemaObject, prefix = ''): SchemaField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const field = property as SchemaObject
    const name = prefix + key
    return [
      {
        name,
        type: describeType(field),
        isRequired: schema.required?.includes(key) ?? false,
        description: field.description ?? '',
        values: (field.enum ?? []).map(String),
      },
      ...listFields(field, `${name}.`),
    ]
  })
}

function describeType(schema: SchemaObject): string {
  const { type, anyOf, items, maxItems, maxLength, minLength = 0 } = schema
  if (anyOf) return (anyOf as SchemaObject[]).map(describeType).join(' or ')
  if (type === 'array') {
    const count = maxItems === undefined ? '' : `up to ${maxItems} `
    return `list of ${count}${describeType(items as SchemaObject)}s`
  }
  if (maxLength !== undefined) return `${String(type)} of ${minLength} to ${maxLength} characters`
  return schema.format === 'uri' ? 'URL' : String(type)
}
