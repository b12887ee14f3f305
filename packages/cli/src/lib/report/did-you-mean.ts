import { distance } from 'fastest-levenshtein'

/**
 * Returns ` Did you mean "…"?` if one of the candidates is close to a misspelled word, otherwise an empty string.
 *
 * @param word The misspelled word.
 * @param candidates The valid words.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const [nearest] = [...candidates]
    .map((candidate) => ({
      candidate,
      edits: distance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, edits }) => edits <= Math.ceil(candidate.length * 0.4))
    .sort((a, b) => a.edits - b.edits)
  return nearest === undefined ? '' : ` Did you mean "${nearest.candidate}"?`
}
