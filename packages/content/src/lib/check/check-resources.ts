import type { FileFinding, Finding } from '../finding.ts'
import { renderedPaths } from '../rendered-paths.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school/school-schema.ts'
import { checkDocument } from './check-document.ts'
import { checkLinks } from './check-links.ts'
import { checkLabels } from './check-labels.ts'
import { type CheckOptions, readCheckOptions } from './check-options.ts'
import { checkDates, checkPages, checkTracker } from './check-pages.ts'
import { type CheckedFile, MAX_FINDINGS, parseFile, type ReadFile } from './parse/checked-file.ts'
import { type CheckedSite, createCheckedSite } from './checked-site.ts'

/**
 * Checks that the files of a site agree with the description of the school and with each other: missing and unlisted
 * pages, titles, and links inside the site.
 *
 * A file that cannot be parsed is reported; it does not throw. No network requests are made.
 *
 * @param resources The files: the result of `renderResources`, and any others, which are checked by their type. A page
 *   can be passed as {@link readPage} returned it, so that it is parsed only once.
 * @param options The current day and the paths of the site's other files, for the checks that need them.
 * @returns The findings, in the order of the files and then of the checks. Empty if there are none.
 * @throws {TypeError} If an option is unknown or unusable.
 */
export function checkResources(
  resources: (Resource | ReadFile)[],
  school: School,
  options: CheckOptions = {},
): Finding[] {
  const known = readCheckOptions(options)
  const found: Finding[] = [...checkLabels(school)]
  const all = resources.map((each) => ('file' in each ? each.file : each))
  for (const finding of checkPaths(all, school)) add('content-files', finding)
  const files = resources.flatMap((each) => {
    const { file, findings } = 'file' in each ? each : parseFile(each)
    report(file, 'content-syntax', [...findings, ...checkLlmsTxt(file)])
    return file
  })
  const site = createCheckedSite(school, files, known)
  for (const finding of checkDates(site)) add('content-pages', finding)
  if (known.files) {
    for (const finding of checkTracker(site, known.files)) add('content-files', finding)
    for (const finding of checkPages(site, known.files)) add('content-pages', finding)
  }
  for (const file of files)
    for (const [code, check] of CHECKS) report(file, code, check(file, site))
  return found

  function report({ path: file }: Resource, code: string, findings: Iterable<FileFinding>): void {
    let count = 0
    for (const finding of findings) {
      count += 1
      if (count > MAX_FINDINGS) {
        return add(code, { file, message: 'There are more of this kind.', fix: 'Fix these first.' })
      }
      add(code, { file, ...finding })
    }
  }

  /** Only a file that is missing or collides breaks the site. Everything else is shown, and published. */
  function add(code: string, finding: FileFinding): void {
    found.push({ level: code === 'content-files' ? 'error' : 'warning', code, ...finding })
  }
}

const CHECKS: [code: string, (file: CheckedFile, site: CheckedSite) => Iterable<FileFinding>][] = [
  ['content-document', checkDocument],
  ['content-json-ld', (file) => (file.kind === 'html' ? file.document.jsonLd : [])],
  ['content-links', checkLinks],
]

/** Requires every file that is rendered, and each path once. */
function* checkPaths(resources: Resource[], school: School): Generator<FileFinding> {
  const counts = new Map<string, number>()
  for (const { path } of resources) counts.set(path, (counts.get(path) ?? 0) + 1)
  for (const path of renderedPaths(school)) {
    if (counts.has(path)) continue
    yield {
      file: path,
      message: 'The file is missing, and other files link to it.',
      fix: 'Render them again.',
    }
  }
  for (const [path, count] of counts) {
    const message = `The path is used by ${count} files.`
    if (count > 1) yield { file: path, message, fix: 'Delete all but one.' }
  }
}

/** @see https://llmstxt.org for the only required part of the file */
function* checkLlmsTxt({ path, body }: Resource): Generator<FileFinding> {
  if (path !== PATHS.llmsTxt || /^\ufeff?# \S/.test(body)) return
  yield {
    message: 'The file does not start with a title, so agents cannot parse it.',
    fix: 'Start it with "# " and the name of the school.',
  }
}
