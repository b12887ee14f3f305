import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { createFolder } from '@conversion-capi/test-support/vitest'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { readAnswers } from '../../packages/cli/src/lib/init/answers.ts'
import { describeSchool } from '../../packages/cli/src/lib/init/describe-school.ts'
import { findAnswers } from '../../packages/cli/src/lib/init/find-answers.ts'
import { planProject } from '../../packages/cli/src/lib/init/plan-project.ts'
import { readPages } from '../../packages/cli/src/lib/init/read-pages.ts'
import { CommandError, UsageError } from '../../packages/meta/src/lib/terminal/errors.ts'
import { checkRendered } from '../../packages/cli/src/lib/check/check-rendered.ts'
import { renderSite } from '../../packages/cli/src/lib/site/render-site.ts'
import {
  DOCUSAURUS_BUILD,
  NETLIFY_SCHOOL,
  TILDA_EXPORT,
  WEBFLOW_EXPORT,
  WORDPRESS_PAGE,
} from './sites/site-files.ts'

const PAGES = [NETLIFY_SCHOOL, WORDPRESS_PAGE, TILDA_EXPORT, WEBFLOW_EXPORT, DOCUSAURUS_BUILD]
  .flatMap((site) => Object.entries(site))
  .filter(([path]) => path.endsWith('.html'))
  .map(([, html]) => html)

const FRAGMENTS = [
  '<script>',
  '</script>',
  '<!--',
  '<base href="http://[">',
  '<html lang="x-">',
  '<html lang=yy>',
  '<iframe src="b.html">',
  '<title>[]</title>',
  '<title>\u0001</title>',
  '<meta property="og:site_name" content="&#xD800;[x]">',
  '<link rel=canonical href="https://user:pass@localhost/">',
  '<link rel=alternate hreflang="zz-" href="b.html">',
  '<address>1234 AB \u0000</address>',
  '<a href="tel:+">',
  '<a href="mailto:%E0%A4%A">',
  '<h2>A</h2>€ 99999999999',
  '<script type="application/ld+json">{"@graph":[[[{"@type":["Course"],"name":[],"offers":{"price":{}}}]]]}</script>',
  '<script type="application/ld+json">{"@type":"School","name":{"a":1},"address":[null,{"addressCountry":"?"}],"telephone":"no"}</script>',
  "<script>fbq('init', '12345', )</script>",
  "<script>location.replace('/')</script>",
  '<noscript><img src="https://www.facebook.com/tr?id=12345&ev=PageView">',
  '<svg><template><form><input type=email>',
]

/** One change to the text of a page. */
const mutation = fc
  .record({
    kind: fc.constantFrom('delete', 'duplicate', 'truncate', 'insert'),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    fragment: fc.oneof(
      fc.constantFrom(...FRAGMENTS),
      fc.constantFrom('\ud800', '\0', '\u202e', '&#0;', '😀', '\u0085', "'"),
    ),
  })
  .map(({ kind, place, fragment }) => (html: string): string => {
    const tags = [...html.matchAll(/<[^>]*>/g)]
    const tag = tags[Math.floor(place * (tags.length - 1))]
    const start = tag?.index ?? 0
    const end = start + (tag?.[0].length ?? 0)
    switch (kind) {
      case 'delete':
        return html.slice(0, start) + html.slice(end)
      case 'duplicate':
        return html.slice(0, end) + html.slice(start)
      case 'truncate':
        return html.slice(0, Math.floor(place * html.length))
      default:
        return html.slice(0, end) + fragment + html.slice(end)
    }
  })

const page = fc
  .record({
    html: fc.constantFrom('', ...PAGES),
    mutations: fc.array(mutation, { minLength: 1, maxLength: 6 }),
    encoding: fc.oneof(
      { weight: 8, arbitrary: fc.constant('utf8' as const) },
      fc.constantFrom('latin1' as const, 'utf16le' as const),
    ),
  })
  .map(({ html, mutations, encoding }) =>
    Buffer.from(
      mutations.reduce((text, mutate) => mutate(text), html),
      encoding,
    ),
  )

const site = fc.record({
  files: fc.dictionary(
    fc.constantFrom('index.html', 'b.html', 'ru/index.html', '404.html', 'a b?#%.html'),
    page,
    { minKeys: 1, maxKeys: 1, noNullPrototype: true },
  ),
  // What no page states.
  flags: fc.record({
    host: fc.constantFrom('node', 'vercel', 'netlify', 'cloudflare'),
    pixelId: fc.constant('1234567890'),
    name: fc.constant('Nord'),
    url: fc.constant('https://nord.example'),
    language: fc.constantFrom('en', 'th', 'ar-JO'),
  }),
})

// A property test must not be repeated: the second run would use other values.
const OPTIONS = { retry: 0, timeout: 600_000 }

it('plans and renders 100 mutated sites, or fails in a sentence', OPTIONS, async () => {
  const root = await createFolder()
  let rendered = 0
  const check = async (files: Record<string, Buffer>, flags: object): Promise<void> => {
    for (const [path, body] of Object.entries(files)) {
      await mkdir(dirname(join(root, 'public', path)), { recursive: true })
      await writeFile(join(root, 'public', path), body)
    }
    try {
      const read = await readPages(root, 'public')
      const { pages } = read
      const answers = readAnswers({ pages: 'public' }, merge(flags, findAnswers(root, read)), true)
      const { files: planned } = await planProject(root, answers, read)
      for (const { path, bytes } of planned) {
        if (bytes) await writeFile(join(root, path), bytes)
      }
      const school = describeSchool(answers, pages)
      const { host, pixelId = '7' } = answers
      const options = { pages: 'public', hostFiles: '.', output: 'dist', tracker: {} }
      const project = { root, school, site: { host, pixelId, ...options }, missing: [] }
      const findings = await checkRendered(project, await renderSite(project))
      for (const { message } of findings) expect(message).toMatch(/\.$/)
      rendered += 1
    } catch (error) {
      if (!(error instanceof CommandError || error instanceof UsageError)) throw error
      for (const { message } of [error, ...(error instanceof CommandError ? error.findings : [])]) {
        expect(message).toMatch(/[.)]$/)
      }
    } finally {
      await rm(join(root, 'public'), { recursive: true })
    }
  }
  await fc.assert(
    fc.asyncProperty(site, ({ files, flags }) => check(files, flags)),
    // The seed decides how many can be rendered.
    { numRuns: 100, seed: 1 },
  )
  expect(rendered).toBeGreaterThan(50)
})

function merge(flags: object, found: ReturnType<typeof findAnswers>): typeof found {
  const given = Object.entries(flags).map(([key, value]) => [key, { value, from: 'a flag' }])
  return { ...Object.fromEntries(given), ...found }
}
