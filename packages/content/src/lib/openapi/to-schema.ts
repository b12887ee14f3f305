import * as z from 'zod'

import type { JsonSchema } from './openapi-types.ts'

/** What a schema lets in, as JSON Schema in OpenAPI 3.1's own dialect, which needs no `$schema`. */
export function toSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}
