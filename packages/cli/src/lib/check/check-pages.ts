import type { Finding } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { lineAt, type Place } from '@conversion-capi/meta/terminal'

import type { Project } from '../project/load-project.ts'
import { readScript } from '../site/page.ts'
import { findFrames, GENERATED_PAGES } from '../site/page-roles.ts'
import { fileOf, textOf } from '../site/read-files.ts'
import type { SourceFile } from '../site/read-site.ts'
import { type CheckedPage, type PagesProject, type Site, toCheckedPage } from '../site/site.ts'
import { trackerOptions } from '../site/tracker-options.ts'
import { findCallingCodes, readCallingCodes } from './calling-code.ts'
import { checkCalls } from './check-calls.ts'
import { checkConsent } from './check-consent.ts'
import { checkForms } from './check-forms.ts'
import { checkHostSettings } from './check-host-settings.ts'
import { checkDeclarative, checkPageScripts } from './check-page-events.ts'
import { checkPixel } from './check-pixel.ts'
import { finding } from './check-rules.ts'
import { checkTrackerScript } from './check-tracker-script.ts'

/** Checks the files that a site publishes. Findings about a script that two pages load are repeated. */
export async function checkPublished(
  project: Project,
  files: SourceFile[],
  accessToken: string | undefined,
): Promise<Finding[]> {
  return [
    ...checkPages(project, files),
    ...(await checkHostSettings(project)),
    ...checkSecrets(project.site.pages, files, accessToken),
  ]
}

export function checkPages(project: PagesProject, files: SourceFile[]): Finding[] {
  const site = createSite(project, files)
  return [
    ...(site.pages.length === 0 ? [finding('no-pages', { file: project.site.pages }, {})] : []),
    ...site.pages
      .filter(({ path }) => !GENERATED_PAGES.test(path))
      .flatMap((page) => checkPage(toCheckedPage(site, page))),
    ...[...site.scripts.values()].flatMap((script) => [...checkCalls(site, script)]),
    ...checkFiles(project.site.pages, files),
  ]
}

const RULES = [
  checkTrackerScript,
  checkPageScripts,
  checkConsent,
  checkDeclarative,
  checkForms,
  checkPixel,
]

function checkPage(checked: CheckedPage): Finding[] {
  const { file, isTooDeep } = checked.page
  if (isTooDeep) return [finding('page-too-deep', { file }, {})]
  const findings = RULES.flatMap((check) => [...check(checked)])
  return findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

function createSite(project: PagesProject, files: SourceFile[]): Site {
  const { school, site } = project
  const { url: origin } = school
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
    endpoint: school.endpoint ?? origin + CONVERSION_PATH,
    pixelId: site.pixelId,
    callingCodes: findCallingCodes(
      files.flatMap((file) => (file.page ? readCallingCodes(textOf(file)) : [])),
      school,
    ),
    scripts: new Map(
      scripts.map((file) => [
        file.path,
        readScript(textOf(file), { file: fileOf(site.pages, file.path) }),
      ]),
    ),
  }
}

/** Code that a published file must not contain, or that only a page may contain, by the code of its finding. */
const PATTERNS = {
  'emulator-pixel':
    /(?:\/emulator\/|(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\/)[^"'`\s<>]*fbevents\.js/,
  // The second part is a message of the debug mode.
  'tracker-debug':
    /\btracker\.debug\.js\b(?! for the reason)|conversion-capi: \$\{\w+\} was delivered\./,
  'form-part': /<form\b[^<>]*\sdata-track\b/i,
} as const

function* checkFiles(folder: string, files: SourceFile[]): Generator<Finding> {
  for (const file of files) {
    const [, type] = /^text\/(html|javascript)/.exec(file.contentType) ?? []
    // The ready scripts name each other.
    if (!type || file.path.endsWith('/tracker.debug.js')) continue
    const text = textOf(file)
    for (const code of ['emulator-pixel', 'tracker-debug', 'form-part'] as const) {
      if (code === 'form-part' && (type !== 'html' || file.page)) continue
      const offset = text.search(PATTERNS[code])
      if (offset !== -1) yield finding(code, placeIn(folder, file, text, offset), {})
    }
  }
}

/** An image in CSS or HTML contains any letters. */
const DATA_URL = /;base64,[A-Za-z0-9+/=]+/g

const TOKEN = /\bEAA[A-Za-z0-9]{30,}/

/** The findings do not contain the token. The known token and the format can find the same line. */
function* checkSecrets(
  folder: string,
  files: ServedResource[],
  accessToken: string | undefined,
): Generator<Finding> {
  // A shorter string could be an ordinary word.
  const known = accessToken && accessToken.length >= 20 ? accessToken : undefined
  for (const file of files) {
    if (!/^text\/|json|xml|octet-stream/.test(file.contentType)) continue
    const text = textOf(file).replaceAll(DATA_URL, (url) => ' '.repeat(url.length))
    for (const offset of [known ? text.indexOf(known) : -1, text.search(TOKEN)]) {
      if (offset !== -1) yield finding('secret-published', placeIn(folder, file, text, offset), {})
    }
  }
}

function placeIn(folder: string, { path }: ServedResource, text: string, offset: number): Place {
  return { file: fileOf(folder, path), line: lineAt(text, offset) }
}
