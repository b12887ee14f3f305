import { renderResources } from '../render-resources.ts'
import type { Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { smallSchool } from '../school.fixture.ts'
import { checkResources } from './check-resources.ts'

/**
 * What is wrong when one file of a site was changed by hand: each problem as `line: message`, or only its message
 * where it has no line.
 */
export function problemsOf(
  path: string,
  change: (body: string) => string | Partial<Resource>,
  school: School = smallSchool(),
): string[] {
  const files = renderResources(school).map((file) => (file.path === path ? changed(file) : file))
  return checkResources(files, school).map((problem) => {
    if (problem.path !== path) throw new Error(`A problem of ${problem.path}: ${problem.message}`)
    return problem.line === undefined ? problem.message : `${problem.line}: ${problem.message}`
  })

  function changed(file: Resource): Resource {
    const changes = change(file.body)
    const after = { ...file, ...(typeof changes === 'string' ? { body: changes } : changes) }
    if (
      after.body === file.body &&
      after.contentType === file.contentType &&
      after.headers === file.headers
    ) {
      throw new Error(`Nothing was changed in ${path}.`)
    }
    return after
  }
}
