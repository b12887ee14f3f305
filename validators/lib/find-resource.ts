import { renderResources, type Resource, type School } from '@conversion-capi/content'

/** The file that a school serves at a path. Throws where there is none. */
export function findResource(school: School, path: string): Resource {
  const resource = renderResources(school).find((each) => each.path === path)
  if (!resource) throw new Error(`There is no ${path} among the files of ${school.name}.`)
  return resource
}
