import { absoluteUrl } from '../url.ts'
import { labelsOf } from '../labels.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school-schema.ts'
import type { Fact } from './fact.ts'

/** What to name as the source, and how old it is. */
export function citationFacts(school: School): Fact[] {
  const labels = labelsOf(school)
  const url = absoluteUrl(school, PATHS.forLlm)
  return [
    { label: labels.citeAs, values: [{ text: school.citation.name ?? school.name }] },
    { label: labels.source, values: [{ text: url, url }] },
    { label: labels.verified, values: school.verified ? [{ text: school.verified }] : [] },
  ]
}
