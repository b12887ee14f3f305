import type { ServedResource } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { PLATFORMS, type TrackerOptions } from '@conversion-capi/tracker'

import type { PagesProject } from './site.ts'
import { EMBEDS, platformOf } from './known-scripts.ts'
import { textOf } from './read-files.ts'

/** Code that loads the pixel. Libraries that only call it do not, and what a tag manager loads cannot be known. */
export const PIXEL_LOADER = /\bfbq(?:\?\.)?\s*\(\s*["'`]init\b|\bfbevents\.js\b/

/** What only pages with Tilda's forms contain. Exports of the other builders do not send their forms. */
const TILDA_FORMS = /\/tilda-forms-[\d.]+(?:\.min)?\.js/

/**
 * Returns the options of the tracker that a site needs. Each one, except the name and the endpoint, adds code to it.
 * The endpoint of a site builder's pages is on another origin than they are. The pixel in `site.tracker` has the ID of
 * the site if it has none.
 */
export function trackerOptions(
  { school, site }: PagesProject,
  files: Pick<ServedResource, 'contentType' | 'body'>[],
): TrackerOptions {
  const texts = files.filter(({ contentType }) => /^text\/(?:html|javascript)/.test(contentType))
  // Decodes one file at a time: a site can have thousands.
  const has = (pattern: RegExp): boolean => texts.some((file) => pattern.test(textOf(file)))
  const endpoint = school.endpoint ?? (site.builder && `${school.url}${CONVERSION_PATH}`)
  const { pixel, ...options } = site.tracker
  const platform = PLATFORMS.filter(
    (name) =>
      name === site.builder?.platform?.toLowerCase() ||
      (name === 'tilda' && has(TILDA_FORMS)) ||
      EMBEDS.some(({ script, source }) => platformOf(script) === name && has(source)),
  )
  return {
    name: school.tracker,
    ...(endpoint !== undefined && { endpoint }),
    ...((site.builder || site.framework || has(/\sdata-track\b/)) && { declarative: true }),
    ...(site.framework && { singlePage: true }),
    ...(platform.length > 0 && { platform }),
    ...((pixel || !has(PIXEL_LOADER)) && { pixel: { id: site.pixelId ?? '', ...pixel } }),
    ...options,
  }
}
