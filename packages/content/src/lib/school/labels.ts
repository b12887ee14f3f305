import * as z from 'zod'

import { emptyOrSingleLineText } from './fields.ts'
import ar from './labels/ar.json' with { type: 'json' }
import de from './labels/de.json' with { type: 'json' }
import { ENGLISH, type Labels } from './labels/english.ts'
import es from './labels/es.json' with { type: 'json' }
import fr from './labels/fr.json' with { type: 'json' }
import it from './labels/it.json' with { type: 'json' }
import kk from './labels/kk.json' with { type: 'json' }
import nl from './labels/nl.json' with { type: 'json' }
import pl from './labels/pl.json' with { type: 'json' }
import pt from './labels/pt.json' with { type: 'json' }
import ru from './labels/ru.json' with { type: 'json' }
import tr from './labels/tr.json' with { type: 'json' }
import uk from './labels/uk.json' with { type: 'json' }

const TRANSLATIONS: Record<string, Labels> = { ar, de, es, fr, it, kk, nl, pl, pt, ru, tr, uk }

/** By the language's tag. Native speakers have reviewed only the English and the Russian ones. */
export const BUILT_IN: ReadonlyMap<string, Labels> = new Map(
  Object.entries({ en: ENGLISH, ...TRANSLATIONS }),
)

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
