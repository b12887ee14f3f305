import type * as hast from 'hast'

import type { FileFinding } from '../../finding.ts'
import { type CheckedFile, parseJson, walk } from '../parse/checked-file.ts'
import { tooDeep } from '../parse/parse-limits.ts'

/**
 * Checks that the JSON-LD of a page can be parsed.
 *
 * @yields The findings.
 */
export function* checkJsonLd(file: CheckedFile): Generator<FileFinding> {
  if (file.kind !== 'html') return
  for (const node of walk<hast.Nodes>(file.tree)) {
    if (node.type !== 'element' || node.properties['type'] !== 'application/ld+json') continue
    const line = node.position?.start.line
    const [text] = node.children
    try {
      parseJson(text?.type === 'text' ? text.value : '')
    } catch (error) {
      const message = `The JSON-LD is not valid JSON: ${(error as Error).message}.`
      const fix = 'Correct it, or render the files again.'
      yield { line, ...(error instanceof RangeError ? tooDeep('JSON-LD') : { message, fix }) }
    }
  }
}
