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
import type { PagesProject, Site, SiteSource } from '../site/site.ts'

/**
 * Checks the tracker, the pixel, the events and the policies in every page and script of a site.
 *
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
    ...[...site.source.scripts.values()].flatMap((script) => [...checkCalls(site, script)]),
    ...checkProduction(project.site.pages, files),
  ]
}

/** Returns findings in the order of the page. */
export function sortByLine(findings: Finding[]): Finding[] {
  return findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

/** Checks a page, of a folder or as it is published. Each rule knows what only the files of the site show. */
export function* checkPage(site: Site, page: Page, settings: HostSettings[]): Generator<Finding> {
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

/** What references resolve against if nothing names the origin, so that only absolute URLs are of other sites. */
const UNKNOWN_ORIGIN = 'https://site.invalid'

function createSite(project: PagesProject, files: SourceFile[]): Site & { source: SiteSource } {
  const { school, site } = project
  const { url: origin = UNKNOWN_ORIGIN } = school
  const pages = files.flatMap(({ page }) => page ?? [])
  const scripts = files.filter(
    ({ path, contentType }) => isScript(contentType) && path !== `/${school.tracker}.js`,
  )
  const frames = findFrames(origin, pages)
  return {
    origin,
    tracker: trackerOptions(project, files),
    pages,
    frames,
    parts: partPaths(pages, frames),
    source: {
      endpoint: school.endpoint ?? origin + CONVERSION_PATH,
      pixelId: site.pixelId,
      isBundled: project.isBundled ?? false,
      countryCode: callingCode(school.address?.country, school.language) ?? '…',
      scripts: new Map(
        scripts.map((file) => [
          file.path,
          readScript(textOf(file), { file: fileOf(site.pages, file.path) }),
        ]),
      ),
    },
  }
}

function isScript(contentType: string): boolean {
  return contentType.startsWith('text/javascript')
}
