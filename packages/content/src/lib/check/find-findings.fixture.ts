import { renderResources } from '../render-resources.ts'
import type { Resource } from '../resource.ts'
import type { School } from '../school/school-schema.ts'
import { smallSchool } from '../school.fixture.ts'
import { checkResources } from './check-resources.ts'

/**
 * Changes one file of a rendered site and returns the findings about that file, each as `line: message fix`.
 *
 * @throws {Error} If the change has no effect, or another file has a finding.
 */
export function findFindings(
  path: string,
  change: (body: string) => string | Partial<Resource>,
  school: School = smallSchool(),
): string[] {
  const files = renderResources(school).map((file) => (file.path === path ? changed(file) : file))
  return listFindings(files, school).map((finding) => {
    if (!finding.startsWith(path)) throw new Error(`Finding in another file: ${finding}`)
    return finding.slice(path.length).replace(/^: ?/, '')
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

export function listFindings(...args: Parameters<typeof checkResources>): string[] {
  return checkResources(...args).map(
    ({ file, line, message, fix }) =>
      `${file}${line === undefined ? '' : `:${line}`}: ${message} ${fix}`,
  )
}
