export interface Edit {
  start: number
  end: number
  text: string
}

/** Applies edits to a string. They can have any order, and do not overlap. */
export function applyEdits(text: string, edits: Edit[]): string {
  const slice = (start: number, end: number): string => text.slice(start, end)
  return splice(edits, text.length, slice, (added) => added).join('')
}

export function splice<Part>(
  edits: Edit[],
  length: number,
  keep: (start: number, end: number) => Part,
  insert: (text: string) => Part,
): Part[] {
  let offset = 0
  const sorted = edits.toSorted((a, b) => a.start - b.start)
  const parts = sorted.flatMap(({ start, end, text }) => {
    const kept = keep(offset, start)
    offset = end
    return [kept, insert(text)]
  })
  return [...parts, keep(offset, length)]
}
