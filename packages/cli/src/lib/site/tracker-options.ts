import type { ServedResource } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { PLATFORMS, type TrackerOptions } from '@conversion-capi/tracker'

import type { PagesProject } from './site.ts'
import { textOf } from './read-files.ts'

/** Code that loads the pixel. Libraries that only call it do not, and what a tag manager loads cannot be known. */
export const PIXEL_LOADER = /\bfbq(?:\?\.)?\s*\(\s*["'`]init\b|\bfbevents\.js\b/

/** What only pages with such forms contain. Exports of the other builders do not send their forms. */
const EXPORTS: Partial<Record<(typeof PLATFORMS)[number], RegExp>> = {
  tilda: /\/tilda-forms-[\d.]+(?:\.min)?\.js/,
  typeform:
    /\bdata-tf-(?:widget|live|popup|slider|sidetab|popover)\b|<iframe[^>]+\.typeform\.com\//,
}

/**
 * Returns the options of the tracker that a site needs. Each one, except the name and the endpoint, adds code to it.
 *
 * - `declarative`, if a page has an element with `data-track`, or a site builder serves the pages.
 * - `pixel`, if no page and no script loads the pixel.
 * - `endpoint`, if a site builder serves the pages: it is on another origin than they are.
 * - `platform`, if a site builder serves the pages whose forms the tracker can track, or if the pages are an export of
 *   Tilda or embed a form of Typeform.
 * - the options in `site.tracker`. Its pixel has the ID of the site if it has none.
 */
export function trackerOptions(
  { school, site }: PagesProject,
  files: Pick<ServedResource, 'contentType' | 'body'>[],
): TrackerOptions {
  const texts = files
    .filter(({ contentType }) => /^text\/(?:html|javascript)/.test(contentType))
    .map(textOf)
  const has = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text))
  const endpoint = school.endpoint ?? (site.builder && `${school.url}${CONVERSION_PATH}`)
  const { pixel, ...options } = site.tracker
  const platform = PLATFORMS.filter(
    (name) =>
      name === site.builder?.platform?.toLowerCase() ||
      (EXPORTS[name] !== undefined && has(EXPORTS[name])),
  )
  return {
    name: school.tracker,
    ...(endpoint !== undefined && { endpoint }),
    ...((site.builder || has(/\sdata-track\b/)) && { declarative: true }),
    ...(platform.length > 0 && { platform }),
    ...((pixel || !has(PIXEL_LOADER)) && { pixel: { id: site.pixelId ?? '', ...pixel } }),
    ...options,
  }
}
