import type { Finding } from './problem.ts'
import type { SiteFile } from './site-file.ts'
import { textsOf } from './texts-of.ts'

/**
 * A page or a Markdown file begins with its one H1, and skips no level of headings after it.
 *
 * @yields What keeps it from that.
 */
export function* checkHeadings(file: SiteFile): Generator<Finding> {
  if (file.kind !== 'html' && file.kind !== 'markdown') return
  let last = 0
  for (const { text, line, depth } of textsOf(file)) {
    if (depth === undefined) continue
    if (last === 0 && depth !== 1) {
      yield {
        line,
        message: `"${text}" is the first heading and no H1: begin with one, the title.`,
      }
    } else if (last > 0 && depth === 1) {
      yield { line, message: `"${text}" is a second H1: make it an H2.` }
    } else if (depth > last + 1) {
      yield {
        line,
        message: `"${text}" is an H${depth} under an H${last}: make it an H${last + 1}.`,
      }
    }
    last = depth
  }
  if (last === 0) yield { message: 'It has no heading: begin with an H1, the title.' }
}
