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

/** Returns the declared language of a text, unless its letters or its frequent words are of another one. */
export function detectLanguage(text: string, declared?: string): string | undefined {
  const counts = SCRIPTS.map(([script, pattern, language]) => {
    const { length } = text.match(pattern) ?? []
    return { script, language, count: length ?? 0 }
  })
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const [main] = counts.toSorted((a, b) => weigh(b) - weigh(a))
  if (total < MIN_LETTERS || !main || weigh(main) < total * 0.6) return declared
  const script = declared && new Intl.Locale(declared).maximize().script
  if (script === main.script || (main.script === 'Hans' && /^(?:Hant|Jpan)$/.test(script ?? ''))) {
    return findByWords(text, declared) ?? declared
  }
  const share = (pattern: RegExp): number =>
    (text.match(new RegExp(pattern, `${pattern.flags}g`)) ?? []).length / main.count
  const [, , found] =
    LETTERS.find(([of, pattern]) => of === main.script && share(pattern) > 0.01) ?? []
  const kana = counts.find((each) => each.script === 'Jpan')!.count
  if (main.script === 'Hans' && kana > main.count * 0.05) return 'ja'
  return main.language ?? found ?? findByWords(text)
}

/** Names and addresses are in Latin letters everywhere, so half as many letters of another script count as much. */
function weigh({ script, count }: { script: string; count: number }): number {
  return script === 'Latn' ? count : count * 2
}

/** Fewer words say nothing. */
const MIN_WORDS = 60

/** Finds the language of most frequent words. Against a declaration, it must have three times as many of them. */
function findByWords(text: string, declared?: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = [...FREQUENT_WORDS]
    .map(([language, frequent]) => ({
      language,
      count: words.filter((word) => frequent.has(word)).length,
    }))
    .toSorted((a, b) => b.count - a.count)
  const [first, second] = counts as [(typeof counts)[number], (typeof counts)[number]]
  if (words.length < MIN_WORDS || first.count < words.length * 0.04) return undefined
  if (declared === undefined) return first.count > second.count * 1.5 ? first.language : undefined
  const own = counts.find(({ language }) => language === declared.split('-')[0])
  return own && first.count > own.count * 3 ? first.language : undefined
}
