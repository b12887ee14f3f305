import { fileURLToPath } from 'node:url'

import { renderResources, type Resource, type School } from '@conversion-capi/content'
import { loadProject, renderSite } from 'conversion-capi'

import { schools } from './schools.ts'

export function findResource(school: School, path: string): Resource {
  const resource = renderResources(school).find((each) => each.path === path)
  if (!resource) throw new Error(`${school.name} has no file ${path}.`)
  return resource
}

export interface HtmlPage {
  name: string
  html: string
}

/** Returns the generated HTML pages of every school, and the handwritten pages of the example school. */
export async function findHtmlPages(): Promise<HtmlPage[]> {
  const generated = schools.flatMap(([name, school]) => findGeneratedPages(name, school))
  return [...generated, ...(await renderHandwrittenPages())]
}

function findGeneratedPages(name: string, school: School): HtmlPage[] {
  return renderResources(school)
    .filter(({ contentType }) => contentType.startsWith('text/html'))
    .map(({ path, body }) => ({ name: `${path} of ${name}`, html: body }))
}

const EXAMPLE = fileURLToPath(new URL('../../../examples/school-site', import.meta.url))

export async function renderExample(): ReturnType<typeof renderSite> {
  return renderSite(await loadProject(EXAMPLE))
}

async function renderHandwrittenPages(): Promise<HtmlPage[]> {
  const { pages } = await renderExample()
  return pages
    .filter(({ contentType }) => contentType.startsWith('text/html'))
    .map(({ path, body }) => ({
      name: `${path} of the example site`,
      html: new TextDecoder().decode(body as Uint8Array),
    }))
}
