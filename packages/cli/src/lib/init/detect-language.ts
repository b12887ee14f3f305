import { FREQUENT_WORDS } from '../site/language-words.ts'

/** The scripts of texts, and the language if only one is usual. */
const SCRIPTS: [script: string, pattern: RegExp, language?: string][] = [
  ['Latn', /\p{Script=Latin}/gu],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Hebr', /\p{Script=Hebrew}/gu, 'he'],
  ['Grek', /\p{Script=Greek}/gu, 'el'],
  ['Kore', /\p{Script=Hangul}/gu, 'ko'],
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  ['Hans', /\p{Script=Han}/gu, 'zh'],
  ['Thai', /\p{Script=Thai}/gu, 'th'],
  ['Armn', /\p{Script=Armenian}/gu, 'hy'],
  ['Geor', /\p{Script=Georgian}/gu, 'ka'],
  ['Deva', /\p{Script=Devanagari}/gu],
]

const LETTERS: [script: string, pattern: RegExp, language: string][] = [
  ['Cyrl', /[әңғұө]/iu, 'kk'],
  ['Cyrl', /[ђћџљњ]/iu, 'sr'],
  ['Cyrl', /ў/iu, 'be'],
  // Before Ukrainian, which has none of these letters: a Russian page can contain Ukrainian words.
  ['Cyrl', /[ыэё]/iu, 'ru'],
  ['Cyrl', /[їєґ]/iu, 'uk'],
  ['Arab', /[پچژگ]/u, 'fa'],
]

/** Fewer letters say nothing. */
const MIN_LETTERS = 100

export interface DetectedLanguage {
  value: string | undefined
  /** The other languages that the text can be in. */
  others?: string[]
}

/** Returns the declared language of a text, unless its letters or its frequent words are of another one. */
export function detectLanguage(text: string, declared?: string): DetectedLanguage {
  const counts = SCRIPTS.map(([script, pattern, language]) => {
    const { length } = text.match(pattern) ?? []
    return { script, language, count: length ?? 0 }
  })
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const [main] = counts.toSorted((a, b) => weigh(b) - weigh(a))
  if (total < MIN_LETTERS || !main || weigh(main) < total * 0.6) return { value: declared }
  const script = declared && new Intl.Locale(declared).maximize().script
  if (script === main.script || (main.script === 'Hans' && /^(?:Hant|Jpan)$/.test(script ?? ''))) {
    const isKnown = FREQUENT_WORDS.has(declared!.split('-')[0]!)
    return (isKnown && findByWords(text, declared)) || { value: declared }
  }
  const share = (pattern: RegExp): number =>
    (text.match(new RegExp(pattern, `${pattern.flags}g`)) ?? []).length / main.count
  const [, , found] =
    LETTERS.find(([of, pattern]) => of === main.script && share(pattern) > 0.01) ?? []
  const kana = counts.find((each) => each.script === 'Jpan')!.count
  const isJapanese = main.script === 'Hans' && kana > main.count * 0.05
  const value = isJapanese ? 'ja' : (main.language ?? found)
  return (value === undefined && findByWords(text, declared)) || { value }
}

/** Names and addresses are in Latin letters everywhere, so half as many letters of another script count as much. */
function weigh({ script, count }: { script: string; count: number }): number {
  return script === 'Latn' ? count : count * 2
}

/** Fewer words say nothing. */
const MIN_WORDS = 60
const MIN_DISTINCT = 4

/**
 * Finds the language of most frequent words. Languages share many, so two are compared by those that only one of them
 * has. Against a declaration, a language must have three times as many.
 */
function findByWords(text: string, declared?: string): DetectedLanguage | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = [...FREQUENT_WORDS]
    .map(([language, frequent]) => {
      const own = words.filter((word) => frequent.has(word))
      return { language, frequent, own }
    })
    .toSorted((a, b) => b.own.length - a.own.length)
  const [first] = counts as [Counted, ...Counted[]]
  const isFew = first.own.length < words.length * 0.04 || new Set(first.own).size < MIN_DISTINCT
  if (words.length < MIN_WORDS || isFew) return undefined
  const own = counts.find(({ language }) => language === declared?.split('-')[0])
  if (own && !beats(first, own, 3)) {
    return { value: declared, ...(beats(first, own, 1) && { others: [first.language] }) }
  }
  const others = counts.slice(1).flatMap((each) => (beats(first, each, 1.5) ? [] : [each.language]))
  return { value: first.language, ...(others.length > 0 && { others }) }
}

interface Counted {
  language: string
  frequent: Set<string>
  /** The words of the text that are frequent in the language. */
  own: string[]
}

/** Returns whether three words that only one of two languages has say so, and all of them by a margin. */
function beats(one: Counted, other: Counted, margin: number): boolean {
  const [own, others] = [onlyOf(one, other), onlyOf(other, one)]
  return new Set(own).size >= 3 && own.length > others.length * margin
}

function onlyOf({ own }: Counted, { frequent }: Counted): string[] {
  return own.filter((word) => !frequent.has(word))
}
