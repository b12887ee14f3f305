import type { Node } from 'mdast'

/** A replacement of a part of a text. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (result, { start, end, text }) => result.slice(0, start) + text + result.slice(end),
      text,
    )
}

/** Returns the offsets of a node in the Markdown that it was parsed from. */
export function offsetsOf({ position }: Node): Pick<Edit, 'start' | 'end'> {
  return { start: position!.start.offset!, end: position!.end.offset! }
}
