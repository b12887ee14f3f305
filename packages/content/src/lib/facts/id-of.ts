import { absoluteUrl } from '../url.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school-schema.ts'

/** What names a thing in JSON-LD: the place on `/for-llm/` where it is described. */
export function idOf(school: School, fragment: string): string {
  return `${absoluteUrl(school, PATHS.forLlm)}#${fragment}`
}
