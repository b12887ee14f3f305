import { renderResources } from '../render-resources.ts'
import type { Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { smallSchool } from '../school.fixture.ts'
import { checkResources } from './check-resources.ts'

/**
 * Changes one file of a rendered site and returns the problems of that file, each as `line: message`, or only the
 * message if it has no line.
 *
 * @throws {Error} If the change has no effect, or another file has a problem.
 */
export function findProblems(
  path: string,
  change: (body: string) => string | Partial<Resource>,
  school: School = smallSchool(),
): string[] {
  const files = renderResources(school).map((file) => (file.path === path ? changed(file) : file))
  return checkResources(files, school).map((problem) => {
    if (problem.path !== path) throw new Error(`Problem in ${problem.path}: ${problem.message}`)
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
      throw new Error(`Nothing changed in ${path}.`)
    }
    return after
  }
}
