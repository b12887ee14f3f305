import { absoluteUrl } from '../url.ts'
import { labelsOf } from '../labels.ts'
import type { School } from '../school-schema.ts'
import type { Fact } from './fact.ts'

/** Where more is said, if there is a page for it. */
export function pageFact(school: School, path: string | undefined): Fact {
  const url = path && absoluteUrl(school, path)
  return { label: labelsOf(school).page, values: url ? [{ text: url, url }] : [] }
}
