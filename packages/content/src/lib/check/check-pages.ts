import { PATHS } from '../resource.ts'
import { createIsDisallowed } from '../resources/robots-txt.ts'
import { absoluteUrl, pagePaths } from '../url.ts'
import { type CheckedSite, pagePath } from './checked-site.ts'
import type { FileFinding } from '../finding.ts'

export function* checkTracker(
  { school, files }: CheckedSite,
  paths: string[],
): Generator<FileFinding> {
  const path = `/${school.tracker}.js`
  const url = absoluteUrl(school, path)
  const all = [...files.map((file) => file.path), ...paths]
  if (all.some((each) => absoluteUrl(school, each) === url)) return
  yield {
    file: path,
    message: 'The tracker has no file.',
    fix: 'Write one with @conversion-capi/tracker, or add its path to files.',
  }
}

export function* checkPages(
  { school, files }: CheckedSite,
  paths: string[],
): Generator<FileFinding> {
  const toUrl = (path: string): string => absoluteUrl(school, pagePath(path).split(/[?#]/)[0]!)
  const existing = new Set([...files.map(({ path }) => path), ...paths].map(toUrl))
  const listed = pagePaths(school.pages)
  const isDisallowed = createIsDisallowed(school)
  const hidden = new Set(
    files.flatMap((file) =>
      file.kind === 'html' && file.document.isHidden ? [toUrl(file.path)] : [],
    ),
  )
  for (const path of listed) {
    if (!existing.has(toUrl(path))) {
      yield {
        file: path,
        message: 'school.config.ts lists this page, but it has no file.',
        fix: 'Create it, or remove it from pages.',
      }
    } else if (hidden.has(toUrl(path))) {
      yield {
        file: path,
        message:
          'school.config.ts lists this page, but it is marked noindex, only redirects, or has the canonical URL of another page.',
        fix: 'Remove it from pages, or change the page.',
      }
    } else if (isDisallowed(path)) {
      yield {
        file: path,
        message:
          'school.config.ts lists this page, but its crawlers.disallow keeps crawlers from it.',
        fix: 'Remove it from pages or from crawlers.disallow.',
      }
    }
  }

  const expected = new Set([...listed, ...Object.values(PATHS)].map(toUrl))
  const pages = [
    ...files.filter(({ kind }) => kind === 'html').map(({ path }) => path),
    ...paths.filter((path) => /(?:\/|\.x?html?)$/i.test(path)),
  ]
  for (const page of new Set(pages.map(pagePath))) {
    if (expected.has(toUrl(page)) || hidden.has(toUrl(page))) continue
    yield {
      file: page,
      message: 'school.config.ts does not list this page, so the sitemap lacks it.',
      fix: 'Add it to pages, or mark it with <meta name="robots" content="noindex">.',
    }
  }
}

export function* checkDates({ school, today }: CheckedSite): Generator<FileFinding> {
  for (const { path, lastmod } of school.pages) {
    if (today === undefined || lastmod === undefined || lastmod <= today) continue
    yield {
      file: path,
      message: `The lastmod "${lastmod}" is in the future, and search engines ignore such dates.`,
      fix: 'Write the day on which the page last changed.',
    }
  }
  for (const { name, startDates, deadlines } of school.programs ?? []) {
    for (const [field, days = [], label] of [
      ['startDates', startDates, 'start dates'],
      ['deadlines', deadlines, 'deadlines'],
    ] as const) {
      const [last] = days.toSorted().toReversed()
      if (today === undefined || last === undefined || last >= today) continue
      yield {
        file: PATHS.forLlm,
        message: `The ${label} of "${name}" are over: the last is ${last}.`,
        fix: `Write the next one in ${field}, or remove them.`,
      }
    }
  }
}
