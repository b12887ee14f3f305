/** The line, counted from 1, in which an offset of a text lies. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (
    let end = text.indexOf('\n');
    end !== -1 && end < offset;
    end = text.indexOf('\n', end + 1)
  ) {
    line += 1
  }
  return line
}
