import { expect, it } from 'vitest'

import { loadProject } from '../project/load-project.ts'
import { config, PAGE, writeProject } from '../project/write-project.fixture.ts'
import { allFiles, renderSite } from './render-site.ts'

it.each([
  ['noindex', PAGE.replace('<title>', '<META content="follow, NOINDEX" name=robots><title>')],
  ['a redirect', '<html><meta http-equiv="refresh" content="0; url=/"></html>'],
  ['a redirect by a script', "<html><script>window.location.replace('/')</script></html>"],
])('lists no page with %s: not in the sitemap, llms.txt or Markdown', async (_, html) => {
  const pages = [
    { path: '/', title: 'Nord', description: 'D', variants: { pl: '/pl.html' } },
    { path: '/thanks.html', title: 'Thanks', description: 'D' },
  ]
  const dir = await writeProject({
    'school.config.ts': config({ pages }),
    'public/thanks.html': html,
    'public/pl.html': html,
  })
  const { resources, twins } = await renderSite(await loadProject(dir))
  expect(twins.map(({ path }) => path)).toEqual(['/index.md'])
  expect(resources.map(({ body }) => body).join('')).not.toMatch(/thanks\.html|pl\.html/)
})

it('serves the pages that are linked without .html at those URLs, too', async () => {
  const links = [
    '/courses',
    'a/b?x#y',
    'https://nord.example/c',
    '//other.example/d',
    '/own',
    '/e/',
  ]
  const html = links.map((href) => `<a href="${href}">A</a>`).join('')
  const dir = await writeProject({
    'public/index.html': PAGE.replace('<main>', `${html}<form action='f'></form><main>`),
    'public/own': 'Own',
    ...Object.fromEntries(
      ['courses', 'a/b', 'c', 'd', 'own', 'e', 'f', 'g'].map((name) => [
        `public/${name}.html`,
        PAGE,
      ]),
    ),
  })
  const files = allFiles(await renderSite(await loadProject(dir)))
  expect(files.flatMap(({ path, copyOf }) => (copyOf ? `${path} ${copyOf}` : []))).toEqual([
    '/a/b /a/b.html',
    '/c /c.html',
    '/courses /courses.html',
    '/f /f.html',
  ])
})
