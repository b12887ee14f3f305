import type { Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { checkApiCatalog } from './check-api-catalog.ts'
import { checkCompleteness } from './check-completeness.ts'
import { checkContentType } from './check-content-type.ts'
import { checkFacts } from './check-facts.ts'
import { checkHeadings } from './check-headings.ts'
import { checkHtml } from './check-html.ts'
import { checkJsonLd } from './check-json-ld.ts'
import { checkLinks } from './check-links.ts'
import { checkLlmsTxt } from './check-llms-txt.ts'
import { checkOpenapi } from './check-openapi.ts'
import { checkPresence } from './check-presence.ts'
import { checkRobotsTxt } from './check-robots-txt.ts'
import { checkSitemap } from './check-sitemap.ts'
import { checkSize } from './check-size.ts'
import { checkVariants } from './check-variants.ts'
import { createSite } from './create-site.ts'
import type { Finding, Problem } from './problem.ts'
import { readFile } from './read-file.ts'
import type { Site } from './site.ts'
import type { SiteFile } from './site-file.ts'

/**
 * Checks the files of a site as their readers will read them, whether they were rendered or written by hand:
 * each against the rules of its format, all against each other, and what they say against the description.
 *
 * The problems are in the order of the files, and in each file in the order of the rules; none means that
 * everything is right. A file that cannot be read is a problem too, and no error. Nothing is requested from
 * anywhere.
 *
 * @param resources The files, such as `renderResources` gives them. Further ones are checked by their type.
 * @param school The description that `defineSchool` gave back.
 */
export function checkResources(resources: Resource[], school: School): Problem[] {
  const problems: Problem[] = [...checkPresence(resources)]
  const files = resources.filter(hasPath).map((resource) => {
    const findings: Finding[] = []
    const file = readFile(resource, (finding) => findings.push(finding))
    report(file, findings)
    return file
  })
  const site = createSite(school, files)
  for (const file of files) for (const check of CHECKS) report(file, check(file, site))
  return problems

  function report({ path }: Resource, findings: Iterable<Finding>): void {
    let count = 0
    for (const finding of findings) {
      count += 1
      if (count > MOST) {
        problems.push({ path, message: 'And more of this kind: correct these first.' })
        return
      }
      problems.push({ path, ...finding })
    }
  }
}

/** Without one, nothing can be said of a file but that. */
function hasPath({ path }: Resource): boolean {
  return path.startsWith('/')
}

/** Of one kind in one file. */
const MOST = 20

const CHECKS: ((file: SiteFile, site: Site) => Iterable<Finding>)[] = [
  checkContentType,
  checkSize,
  checkHeadings,
  checkHtml,
  checkJsonLd,
  checkLlmsTxt,
  checkRobotsTxt,
  checkSitemap,
  checkVariants,
  checkCompleteness,
  checkApiCatalog,
  checkOpenapi,
  checkLinks,
  checkFacts,
]
