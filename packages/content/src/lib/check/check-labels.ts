import type { Finding } from '../finding.ts'
import { LABEL_NAMES, untranslatedLabels } from '../school/labels.ts'
import type { School } from '../school/school-schema.ts'

export function* checkLabels(school: School): Generator<Finding> {
  const untranslated = untranslatedLabels(school)
  if (untranslated.length === 0) return
  yield {
    level: 'warning',
    code: 'content-labels',
    message: `${untranslated.length} of ${LABEL_NAMES.length} labels are not translated, and "${school.language}" has no built-in ones: ${shorten(untranslated)}. The files that need them are left out: /llms.txt, /llms-full.txt and /for-llm/.`,
    fix: 'Write them in labels.',
  }
}

function shorten(names: string[]): string {
  if (names.length <= MAX_NAMES) return names.join(', ')
  return `${names.slice(0, MAX_NAMES - 1).join(', ')} and ${names.length - MAX_NAMES + 1} more`
}

const MAX_NAMES = 6
