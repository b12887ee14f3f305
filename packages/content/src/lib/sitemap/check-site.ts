import * as z from 'zod'

import { describeIssue } from '../describe-issue.ts'
import { languageTag, httpsOrigin } from '../fields.ts'
import type { Site } from './site.ts'

/** Throws an `Error` when the address or the language of a site breaks the rules of `defineSchool`. */
export function checkSite(site: Site): void {
  const { error } = schema.safeParse(site)
  if (error) throw new Error(`The site of the sitemap: ${describeIssue(error.issues[0]!, site)}`)
}

const schema = z.object({
  url: httpsOrigin('Write the https origin of this site, such as "https://school.example".'),
  language: languageTag(),
})
