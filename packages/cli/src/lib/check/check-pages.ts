import type { Finding } from '@conversion-capi/content'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import { findFrames, partPaths } from '../site/page-roles.ts'
import { fileOf, textOf } from '../site/read-files.ts'
import type { SourceFile } from '../site/read-site.ts'
import { trackerOptions } from '../site/tracker-options.ts'
import { callingCode } from './calling-code.ts'
import { checkCalls } from './check-calls.ts'
import { checkConsent } from './check-consent.ts'
import { checkDeclarative } from './check-declarative.ts'
import { checkForms } from './check-forms.ts'
import { checkPageScripts } from './check-page-scripts.ts'
import { checkPixel } from './check-pixel.ts'
import { finding } from './check-rules.ts'
import { checkProduction } from './check-production.ts'
import { checkTrackerScript } from './check-tracker-script.ts'
import { checkCsp } from './csp/check-csp.ts'
import type { HostSettings } from './csp/read-host-settings.ts'
import { type Page, readScript } from '../site/page.ts'
import type { PagesProject, Site } from '../site/site.ts'

/**
 * Checks the tracker, the pixel, the events and the policies in every page and script of a site.
 *
 * @param project The project.
 * @param files The files of its pages folder.
 * @param settings The headers in the settings of the host.
 * @returns The findings. Those about a script that two pages load are repeated.
 */
export function checkPages(
  project: PagesProject,
  files: SourceFile[],
  settings: HostSettings[],
): Finding[] {
  const site = createSite(project, files)
  return [
    ...(site.pages.length === 0 ? [finding('no-pages', { file: project.site.pages }, {})] : []),
    ...site.pages.flatMap((page) => sortByLine([...checkPage(site, page, settings)])),
    ...[...site.scripts.values()].flatMap((script) => [...checkCalls(site, script)]),
    ...checkProduction(project.site.pages, files),
  ]
}

function sortByLine(findings: Finding[]): Finding[] {
  return findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

function* checkPage(site: Site, page: Page, settings: HostSettings[]): Generator<Finding> {
  if (page.isTooDeep) {
    yield finding('page-too-deep', { file: page.file }, {})
    return
  }
  yield* checkTrackerScript(site, page)
  yield* checkPageScripts(site, page)
  yield* checkConsent(site, page)
  yield* checkDeclarative(site, page)
  yield* checkForms(site, page)
  yield* checkPixel(site, page)
  yield* checkCsp(site, page, settings)
}

function createSite(project: PagesProject, files: SourceFile[]): Site {
  const { school, site } = project
  const pages = files.flatMap(({ page }) => page ?? [])
  const scripts = files.filter(
    ({ path, contentType }) => isScript(contentType) && path !== `/${school.tracker}.js`,
  )
  const frames = findFrames(school.url, pages)
  return {
    origin: school.url,
    endpoint: school.endpoint ?? school.url + CONVERSION_PATH,
    tracker: trackerOptions(project, files),
    pixelId: site.pixelId,
    isBundled: project.isBundled ?? false,
    countryCode: callingCode(school.address?.country, school.language) ?? '…',
    pages,
    frames,
    parts: partPaths(pages, frames),
    scripts: new Map(
      scripts.map((file) => [
        file.path,
        readScript(textOf(file), { file: fileOf(site.pages, file.path) }),
      ]),
    ),
  }
}

function isScript(contentType: string): boolean {
  return contentType.startsWith('text/javascript')
}
