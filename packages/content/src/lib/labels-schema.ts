import * as z from 'zod'

import { line } from './fields.ts'
import { ENGLISH, type Labels } from './labels.ts'

const shape = Object.fromEntries(
  Object.entries(ENGLISH).map(([key, label]) => [
    key,
    line(`write "${label}" in the school's language`).optional(),
  ]),
) as Record<keyof Labels, z.ZodOptional<z.ZodType<string, string>>>

/** Any of the labels, in the school's language. */
export const labelsSchema = z.strictObject(shape)
