import { untranslatedLabels } from './school/labels.ts'
import { PATHS } from './resource.ts'
import type { School } from './school/school-schema.ts'

/** The files with facts, whose texts stand between labels in the school's language. */
const LABELED = new Set<string>([
  PATHS.llmsTxt,
  PATHS.llmsFullTxt,
  PATHS.forLlm,
  PATHS.forLlmMarkdown,
])

/** Returns the paths of the files that are rendered. While a label is not translated, those with labels are not. */
export function renderedPaths(school: Pick<School, 'language' | 'labels'>): Set<string> {
  const areTranslated = untranslatedLabels(school).length === 0
  return new Set(Object.values(PATHS).filter((path) => areTranslated || !LABELED.has(path)))
}
