import type { CheckedFile } from './checked-file.ts'
import { collapseSpace, type VisibleText, visibleText } from './visible-text.ts'

/** @yields The blocks of text that readers of a file see. */
export function* textsOf(file: CheckedFile): Generator<VisibleText> {
  if (file.kind === 'text') {
    for (const [index, text] of file.body.split('\n').entries()) {
      yield { text: collapseSpace(text), line: index + 1, depth: undefined }
    }
  }
  if (file.kind === 'markdown') yield* visibleText(file.tree)
  if (file.kind === 'html') yield* file.document.texts
}
