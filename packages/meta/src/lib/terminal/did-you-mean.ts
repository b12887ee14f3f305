import { distance } from 'fastest-levenshtein'

/** Returns ` Did you mean "…"?` if one of the candidates is close to a misspelled word, otherwise an empty string. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = findNearest(word, candidates)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}

/**
 * Returns the candidate that differs from a word by at most a third of its letters, or `undefined`. Two swapped
 * letters count as one.
 */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  const [nearest] = [...candidates]
    .map((candidate) => ({
      candidate,
      edits: countEdits(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, edits }) => edits <= candidate.length / 3)
    .sort((a, b) => a.edits - b.edits)
  return nearest?.candidate
}

export function countEdits(a: string, b: string): number {
  const edits = distance(a, b)
  return edits === 2 && sortLetters(a) === sortLetters(b) ? 1 : edits
}

function sortLetters(word: string): string {
  return [...word].sort().join('')
}

/** Returns what to write instead of a misspelled word: the nearest candidate, or all of them. */
export function suggest(word: string, candidates: readonly string[]): string {
  const nearest = findNearest(word, candidates)
  return nearest === undefined ? `one of ${candidates.join(', ')}` : `"${nearest}"`
}
