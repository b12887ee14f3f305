import { PATHS } from '../resource.ts'
import type { CheckedFile } from './parse/checked-file.ts'
import type { CheckedSite } from './checked-site.ts'
import type { FileFinding } from '../finding.ts'

/** Checks that the page for unknown paths leads to the main site, as the generated one does. */
export function* checkNotFoundPage(
  { path, body }: CheckedFile,
  { school: { mainSite } }: CheckedSite,
): Generator<FileFinding> {
  if (path !== PATHS.notFound || mainSite === undefined || body.includes(mainSite)) return
  yield {
    message: `Your own page replaces the generated one, which redirects unknown paths to ${mainSite}.`,
    fix: `Link to ${mainSite}, or delete your page.`,
  }
}
