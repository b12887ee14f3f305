/** The scripts of texts, and the language if only one is usual. */
const SCRIPTS: [script: string, pattern: RegExp, language?: string][] = [
  ['Latn', /\p{Script=Latin}/gu],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Hebr', /\p{Script=Hebrew}/gu, 'he'],
  ['Grek', /\p{Script=Greek}/gu, 'el'],
  ['Kore', /\p{Script=Hangul}/gu, 'ko'],
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  ['Hans', /\p{Script=Han}/gu],
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

export function detectLanguage(text: string, declared?: string): string | undefined {
  const counts = SCRIPTS.map(([script, pattern, language]) => {
    const { length } = text.match(pattern) ?? []
    return { script, language, count: length ?? 0 }
  })
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const [main] = counts.toSorted((a, b) => b.count - a.count)
  if (total < MIN_LETTERS || !main || main.count < total * 0.6) return declared
  const script = declared && new Intl.Locale(declared).maximize().script
  if (script === main.script || (main.script === 'Hans' && /^(?:Hant|Jpan)$/.test(script ?? ''))) {
    return declared
  }
  const share = (pattern: RegExp): number =>
    (text.match(new RegExp(pattern, `${pattern.flags}g`)) ?? []).length / main.count
  const [, , found] =
    LETTERS.find(([of, pattern]) => of === main.script && share(pattern) > 0.01) ?? []
  return main.language ?? found
}
