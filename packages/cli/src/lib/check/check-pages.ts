import type { Finding } from '@conversion-capi/content'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import { readScript } from '../site/page.ts'
import { findFrames } from '../site/page-roles.ts'
import { fileOf, textOf } from '../site/read-files.ts'
import type { SourceFile } from '../site/read-site.ts'
import {
  type CheckedPage,
  type PagesProject,
  type Site,
  type SiteSource,
  toCheckedPage,
} from '../site/site.ts'
import { trackerOptions } from '../site/tracker-options.ts'
import { callingCode } from './calling-code.ts'
import { checkCalls } from './check-calls.ts'
import { checkConsent } from './check-consent.ts'
import { checkForms } from './check-forms.ts'
import { checkDeclarative, checkPageScripts } from './check-page-events.ts'
import { checkPixel } from './check-pixel.ts'
import { finding } from './check-rules.ts'
import { checkProduction, checkSecrets } from './check-texts.ts'
import { checkTrackerScript } from './check-tracker-script.ts'
import {
  checkCsp,
  type HostSettings,
  readHostSettings,
  type SettingsFolders,
} from './csp/check-csp.ts'

/** Checks the files that a site publishes. Findings about a script that two pages load are repeated. */
export async function checkPublished(
  project: PagesProject & SettingsFolders,
  files: SourceFile[],
  accessToken: string | undefined,
): Promise<Finding[]> {
  const settings = await readHostSettings(project)
  return [
    ...checkPages(project, files, settings),
    ...settings.flatMap(({ problem }) => problem ?? []),
    ...checkSecrets(project.site.pages, files, accessToken),
  ]
}

export function checkPages(
  project: PagesProject,
  files: SourceFile[],
  settings: HostSettings[],
): Finding[] {
  const site = createSite(project, files)
  return [
    ...(site.pages.length === 0 ? [finding('no-pages', { file: project.site.pages }, {})] : []),
    ...site.pages.flatMap((page) => checkPage(toCheckedPage(site, page), settings)),
    ...[...site.source.scripts.values()].flatMap((script) => [...checkCalls(site, script)]),
    ...checkProduction(project.site.pages, files),
  ]
}

/** Each rule knows what only the files of the site show. */
const RULES = [
  checkTrackerScript,
  checkPageScripts,
  checkConsent,
  checkDeclarative,
  checkForms,
  checkPixel,
  checkCsp,
]

export function checkPage(checked: CheckedPage, settings: HostSettings[]): Finding[] {
  const { file, isTooDeep } = checked.page
  if (isTooDeep) return [finding('page-too-deep', { file }, {})]
  const findings = RULES.flatMap((check) => [...check(checked, settings)])
  return findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

/** What references resolve against if nothing names the origin, so that only absolute URLs are of other sites. */
const UNKNOWN_ORIGIN = 'https://site.invalid'

export function createSite(
  project: PagesProject,
  files: SourceFile[],
): Site & { source: SiteSource } {
  const { school, site } = project
  const { url: origin = UNKNOWN_ORIGIN } = school
  const pages = files.flatMap(({ page }) => page ?? [])
  const scripts = files.filter(
    ({ path, contentType }) =>
      contentType.startsWith('text/javascript') && path !== `/${school.tracker}.js`,
  )
  return {
    origin,
    tracker: trackerOptions(project, files),
    pages,
    frames: findFrames(origin, pages),
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
