import type { ServedResource } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { PLATFORMS, type TrackerOptions } from '@conversion-capi/tracker'

import type { PagesProject } from './site.ts'
import { EMBEDS, platformOf } from './known-scripts.ts'
import { oncePerFile } from './read-files.ts'

/** Code that loads the pixel. Libraries that only call it do not, and what a tag manager loads cannot be known. */
export const PIXEL_LOADER = /\bfbq(?:\?\.)?\s*\(\s*["'`]init\b|\bfbevents\.js\b/

/** What only pages with Tilda's forms contain. Exports of the other builders do not send their forms. */
const TILDA_FORMS = /\/tilda-forms-[\d.]+(?:\.min)?\.js/

/** What in a text needs an option of the tracker. */
const USES: [option: string, ...patterns: RegExp[]][] = [
  ['declarative', /\sdata-track\b/],
  ['pixel', PIXEL_LOADER],
  ['tilda', TILDA_FORMS],
  ...EMBEDS.map(({ script, source }): [string, RegExp, RegExp] => [
    platformOf(script) ?? '',
    script.pattern,
    source,
  ]),
]

const readUses = oncePerFile((text) =>
  USES.flatMap(([option, ...patterns]) =>
    patterns.every((pattern) => pattern.test(text)) ? option : [],
  ),
)

/**
 * Returns the options of the tracker that a site needs. Each one, except the name and the endpoint, adds code to it.
 * The endpoint of a site builder's pages is on another origin than they are. The pixel in `site.tracker` has the ID of
 * the site if it has none.
 */
export function trackerOptions(
  { school, site }: PagesProject,
  files: ServedResource[],
): TrackerOptions {
  const texts = files.filter(({ contentType }) => /^text\/(?:html|javascript)/.test(contentType))
  const used = new Set(texts.flatMap((file) => readUses(file)))
  const endpoint = school.endpoint ?? (site.builder && `${school.url}${CONVERSION_PATH}`)
  const { pixel, ...options } = site.tracker
  const platform = PLATFORMS.filter(
    (name) => name === site.builder?.platform?.toLowerCase() || used.has(name),
  )
  return {
    name: school.tracker,
    ...(endpoint !== undefined && { endpoint }),
    ...((site.builder || site.framework || used.has('declarative')) && { declarative: true }),
    ...(site.framework && { singlePage: true }),
    ...(platform.length > 0 && { platform }),
    ...((pixel || !used.has('pixel')) && { pixel: { id: site.pixelId ?? '', ...pixel } }),
    ...options,
  }
}
