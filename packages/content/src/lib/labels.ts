import * as z from 'zod'

import { singleLineText } from './fields.ts'
import { ARABIC } from './labels/arabic.ts'
import { ENGLISH, type Labels } from './labels/english.ts'
import { FRENCH } from './labels/french.ts'
import { GERMAN } from './labels/german.ts'
import { POLISH } from './labels/polish.ts'
import { RUSSIAN } from './labels/russian.ts'
import { SPANISH } from './labels/spanish.ts'

const BUILT_IN = new Map<string, Labels>([
  ['ar', ARABIC],
  ['de', GERMAN],
  ['en', ENGLISH],
  ['es', SPANISH],
  ['fr', FRENCH],
  ['pl', POLISH],
  ['ru', RUSSIAN],
])

/** Validates labels that replace some of the built-in ones. */
export const labelsSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(ENGLISH).map(([key, label]) => [
      key,
      singleLineText(`Write "${label}" in the school's language.`).optional(),
    ]),
  ) as Record<keyof Labels, z.ZodOptional<z.ZodType<string, string>>>,
)

interface Labeled {
  language: string
  labels?: { [key in keyof Labels]?: string | undefined } | undefined
}

/** Returns the labels in the school's language: the built-in ones, with the school's own labels merged in. */
export function labelsOf({ language, labels }: Labeled): Labels {
  return { ...(builtInLabels(language) ?? ENGLISH), ...(labels as Partial<Labels>) }
}

/** Returns the names of the labels that a school has to write because its language has no built-in ones. */
export function missingLabels({ language, labels = {} }: Labeled): string[] {
  if (builtInLabels(language)) return []
  return Object.keys(ENGLISH).filter((key) => labels[key as keyof Labels] === undefined)
}

/** Returns the built-in labels of a language in its usual script, if it has any. */
function builtInLabels(tag: string): Labels | undefined {
  const { language, script } = new Intl.Locale(tag)
  const usualScript = new Intl.Locale(language).maximize().script
  return script === undefined || script === usualScript ? BUILT_IN.get(language) : undefined
}
