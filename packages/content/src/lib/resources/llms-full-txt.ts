import { describeSchool } from '../facts/describe-school.ts'
import { writeMarkdown } from '../facts/write-markdown.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'

/** `/llms-full.txt`: every fact, as Markdown. */
export function llmsFullTxt(school: School): Resource {
  return {
    path: PATHS.llmsFullTxt,
    contentType: 'text/plain; charset=utf-8',
    body: writeMarkdown(describeSchool(school)),
  }
}
