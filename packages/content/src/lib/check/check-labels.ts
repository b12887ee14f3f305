import type { Finding } from '../finding.ts'
import { hasBuiltInLabels, LABEL_NAMES, labelsOf, untranslatedLabels } from '../school/labels.ts'
import { ENGLISH } from '../school/labels/english.ts'
import type { School } from '../school/school-schema.ts'

export function* checkLabels(school: School): Generator<Finding> {
  const untranslated = untranslatedLabels(school)
  if (untranslated.length > 0) {
    yield {
      level: 'warning',
      code: 'content-labels',
      message: `${untranslated.length} of ${LABEL_NAMES.length} labels are not translated, and "${school.language}" has no built-in ones: ${shorten(untranslated)}. The files that need them are left out: /llms.txt, /llms-full.txt and /for-llm/.`,
      fix: 'Write them in labels.',
    }
    return
  }
  const english = findEnglish(school)
  if (english.length === 0) return
  yield {
    level: 'warning',
    code: 'content-labels',
    message: `${english.length} of ${LABEL_NAMES.length} labels are in English, and the language is "${school.language}": ${shorten(english)}.`,
    fix: 'Translate them in labels, or change the language.',
  }
}

/**
 * Returns the names of the school's own labels that equal the English ones, if one of them has several words. Single
 * words, such as "Website", can be the same in both languages.
 */
function findEnglish({ language, labels = {} }: School): string[] {
  if (new Intl.Locale(language).language === 'en') return []
  const builtIn = hasBuiltInLabels(language) ? labelsOf({ language }) : undefined
  const equal = LABEL_NAMES.filter(
    (name) => labels[name] === ENGLISH[name] && builtIn?.[name] !== ENGLISH[name],
  )
  return equal.some((name) => ENGLISH[name].includes(' ')) ? equal : []
}

function shorten(names: string[]): string {
  if (names.length <= MAX_NAMES) return names.join(', ')
  return `${names.slice(0, MAX_NAMES - 1).join(', ')} and ${names.length - MAX_NAMES + 1} more`
}

const MAX_NAMES = 6
