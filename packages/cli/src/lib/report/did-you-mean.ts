import { distance } from 'fastest-levenshtein'

/**
 * Returns ` Did you mean "…"?` if one of the candidates is close to a misspelled word, otherwise an empty string.
 *
 * @param word The misspelled word.
 * @param candidates The valid words.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = findNearest(word, candidates)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}

/**
 * Returns the candidate that differs from a word by at most 40% of its letters, rounded up, or `undefined`.
 *
 * @param word The misspelled word. Upper and lower case count as equal.
 * @param candidates The valid words.
 */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  const [nearest] = [...candidates]
    .map((candidate) => ({
      candidate,
      edits: distance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, edits }) => edits <= Math.ceil(candidate.length * 0.4))
    .sort((a, b) => a.edits - b.edits)
  return nearest?.candidate
}

/**
 * Returns what to write instead of a misspelled word: the nearest candidate, or all of them.
 *
 * @param word The misspelled word.
 * @param candidates The valid words.
 */
export function suggest(word: string, candidates: readonly string[]): string {
  const nearest = findNearest(word, candidates)
  return nearest === undefined ? `one of ${candidates.join(', ')}` : `"${nearest}"`
}
