import {
  checkResources,
  type Finding,
  renderResources,
  type Resource,
} from '@conversion-capi/content'
import { unique } from '@conversion-capi/meta/terminal'

import type { Project } from '../project/load-project.ts'
import { markdownPath } from '../site/markdown-twin.ts'
import { isHidden, UNLISTED } from '../site/page-roles.ts'
import { fileOf, homePath, textOf } from '../site/read-files.ts'
import { allFiles, isReplaceable, type RenderedSite } from '../site/render-site.ts'
import { checkApp } from './check-app.ts'
import { checkPublished } from './check-pages.ts'
import { finding } from './check-rules.ts'

/** Pages must not have changed after today, such as `2026-09-01`, and no file may contain the token. */
export async function checkRendered(
  project: Project,
  rendered: RenderedSite,
  { today, accessToken }: { today?: string; accessToken?: string | undefined } = {},
): Promise<Finding[]> {
  // A site builder serves the pages.
  if (project.site.builder) return []
  if (project.site.framework) {
    return [...checkGenerated(project, rendered), ...(await checkApp(project))]
  }
  // Two pages can load the same script, and a page can be too deep for several checks.
  const published = await checkPublished(project, rendered.sources, accessToken)
  // Links that lead nowhere: to a misspelled tracker, or to a PHP script.
  const named = published.filter(({ code = '' }) => /^(?:tracker-url|form-php)$/.test(code))
  const isNamed = ({ code, file, line }: Finding): boolean =>
    code === 'content-links' &&
    named.some((each) => each.file === file && each.line === (line ?? each.line))
  const files = checkFiles(project, rendered, today).filter((each) => !isNamed(each))
  return unique([...published, ...files])
}

/** A framework builds the pages: only the generated files can be checked. */
function checkGenerated({ school }: Project, { tracker }: RenderedSite): Finding[] {
  const resources = renderResources(school)
  const files = [...resources, ...school.pages, tracker].map(({ path }) => path)
  return [...checkResources(resources, school, { files }), finding('framework-pages', {}, {})]
}

function checkFiles(
  { school, site }: Project,
  rendered: RenderedSite,
  today: string | undefined,
): Finding[] {
  const { sources, tracker, resources, unpublished } = rendered
  const files = allFiles(rendered)
  const texts = sources.filter(
    ({ path, contentType, finding: encoding }) =>
      encoding?.code !== 'page-encoding' &&
      (/^text\/(?:html|css)/.test(contentType) || isReplaceable(path)),
  )
  const checked = texts.map(
    ({ page, ...file }) => page?.document ?? ({ ...file, body: textOf(file) } as Resource),
  )
  const findings = checkResources([...checked, ...resources], school, {
    files: files.map(({ path }) => path),
    ...(today !== undefined && { today }),
  })
  const written = new Set(sources.map(({ path }) => path))
  const listed = new Set(
    school.pages.flatMap(({ path, variants }) => [path, ...Object.values(variants ?? {})]),
  )
  const lost = sources.filter(({ path, page }) => {
    const home = homePath(path, written)
    return (
      page?.markdown === '' &&
      listed.has(home) &&
      !written.has(markdownPath(home)) &&
      !isHidden(page)
    )
  })
  const replaced = [tracker, ...resources].filter(({ path }) => written.has(path))
  return [
    // A handwritten file would be replaced without notice.
    ...replaced.map(({ path }) => finding('file-generated', { file: path }, {})),
    ...unpublished,
    ...lost.map(({ path }) => finding('markdown-empty', { file: path }, {})),
    ...sources.flatMap(({ path, finding: each }) => (each ? [{ ...each, file: path }] : [])),
    ...findings.filter(
      ({ code, file = '' }) => code !== 'content-pages' || listed.has(file) || !UNLISTED.test(file),
    ),
  ].map((each) =>
    written.has(each.file!) ? { ...each, file: fileOf(site.pages, each.file!) } : each,
  )
}
