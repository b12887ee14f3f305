import * as z from 'zod'

import { emptyOrSingleLineText } from './fields.ts'
import { ARABIC } from './labels/arabic.ts'
import { DUTCH } from './labels/dutch.ts'
import { ENGLISH, type Labels } from './labels/english.ts'
import { FRENCH } from './labels/french.ts'
import { GERMAN } from './labels/german.ts'
import { ITALIAN } from './labels/italian.ts'
import { KAZAKH } from './labels/kazakh.ts'
import { POLISH } from './labels/polish.ts'
import { PORTUGUESE } from './labels/portuguese.ts'
import { RUSSIAN } from './labels/russian.ts'
import { SPANISH } from './labels/spanish.ts'
import { TURKISH } from './labels/turkish.ts'
import { UKRAINIAN } from './labels/ukrainian.ts'

export const BUILT_IN = new Map<string, Labels>([
  ['ar', ARABIC],
  ['de', GERMAN],
  ['en', ENGLISH],
  ['es', SPANISH],
  ['fr', FRENCH],
  ['it', ITALIAN],
  ['kk', KAZAKH],
  ['nl', DUTCH],
  ['pl', POLISH],
  ['pt', PORTUGUESE],
  ['ru', RUSSIAN],
  ['tr', TURKISH],
  ['uk', UKRAINIAN],
])

export const LABEL_NAMES = Object.keys(ENGLISH) as (keyof Labels)[]

export const labelsSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(ENGLISH).map(([name, label]) => [
      name,
      emptyOrSingleLineText(`Write "${label}" in the school's language.`).optional(),
    ]),
  ) as Record<keyof Labels, z.ZodOptional<z.ZodType<string, string>>>,
)

interface Labeled {
  language: string
  labels?: { [name in keyof Labels]?: string | undefined } | undefined
}

/**
 * Returns the labels in the school's language: the built-in ones, with the school's own labels merged in. Call it only
 * if {@link untranslatedLabels} finds none: they are in English.
 */
export function labelsOf({ language, labels = {} }: Labeled): Labels {
  const own = Object.entries(labels).filter(([, label]) => label)
  return { ...(builtInLabels(language) ?? ENGLISH), ...Object.fromEntries(own) }
}

/** Returns the names of the labels that neither the school nor this package has in the school's language. */
export function untranslatedLabels({ language, labels = {} }: Labeled): (keyof Labels)[] {
  return hasBuiltInLabels(language) ? [] : LABEL_NAMES.filter((name) => !labels[name])
}

/**
 * Returns whether a language has built-in labels. Those of a language are in its usual script: `kk-Latn` does not use
 * the labels of `kk`.
 *
 * @param language A language tag: `nl`, `pt-BR`.
 * @throws {RangeError} If the language tag is malformed.
 */
export function hasBuiltInLabels(language: string): boolean {
  return builtInLabels(language) !== undefined
}

function builtInLabels(tag: string): Labels | undefined {
  const { language, script } = new Intl.Locale(tag)
  const usualScript = new Intl.Locale(language).maximize().script
  return script === undefined || script === usualScript ? BUILT_IN.get(language) : undefined
}
