import { checkNames } from '@conversion-capi/core/protocol'

import { isoDate } from '../school/fields.ts'

/** What `checkResources` cannot know from the files. Each field turns on further checks. */
export interface CheckOptions {
  /**
   * The current day, such as `new Date().toISOString().slice(0, 10)`. With it, a `lastmod` in the future and start dates in the past are
   * reported.
   *
   * @default not checked
   */
  today?: string
  /**
   * The paths of everything that the site serves in addition to the resources: pages, images, style sheets, the tracker.
   * With it, every page of the description and the tracker must have a file, every link must lead to a file, and every
   * page must be listed in the description, unless it is one of the resources and marked `noindex`.
   *
   * `/a/index.html` is the page `/a/`.
   *
   * @default not checked
   */
  files?: Iterable<string>
}

export function readCheckOptions(options: CheckOptions): {
  today: string | undefined
  files: string[] | undefined
} {
  checkNames(options, ['today', 'files'])
  const { today, files } = options
  if (today !== undefined && !isoDate().safeParse(today).success) {
    throw new TypeError(
      `today must be an existing day such as "2026-09-01", got ${JSON.stringify(today)}. Write new Date().toISOString().slice(0, 10).`,
    )
  }
  return { today, files: files && [...files] }
}
