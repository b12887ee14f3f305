/** Ends a case with a sentence that says what should have been. */
export function must(isTrue: boolean, sentence: string): asserts isTrue {
  if (!isTrue) throw new Error(sentence)
}
