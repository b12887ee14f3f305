import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { serveResources } from '@conversion-capi/content/serve'
import { describe, expect, it } from 'vitest'

import { loadProject } from '../project/load-project.ts'
import { config, PAGE, writeProject } from '../project/write-project.fixture.ts'
import { parsePage } from './page.ts'
import { createSiteCache, readSite } from './read-site.ts'
import { allFiles, extendHead as extend, renderSite } from './render-site.ts'

const canonical = (url: string) =>
  PAGE.replace('<title>', `<link rel="canonical" href="${url}"><title>`)

it.each([
  ['noindex', PAGE.replace('<title>', '<META content="follow, NOINDEX" name=robots><title>')],
  ['noindex for Google', PAGE.replace('<title>', '<meta name=googlebot content=none><title>')],
  ['a canonical URL elsewhere', canonical('https://other.example/thanks.html')],
  ['the canonical URL of another page', canonical('/')],
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

it('lists no page that a header keeps from Google', async () => {
  const dir = await writeProject({
    'school.config.ts': config({ pages: [{ path: '/' }, { path: '/thanks.html' }] }),
    'public/thanks.html': PAGE,
    'public/_headers': '/thanks*\n  X-Robots-Tag: noindex\n',
  })
  const { resources } = await renderSite(await loadProject(dir))
  expect(resources.map(({ body }) => body).join('')).not.toContain('thanks.html')
})

it.each([
  ['a site with another origin', 'https://other.example/', 'https://other.example/a.html'],
  ['the URL without .html', 'https://nord.example/', 'https://nord.example/a'],
  ['a missing page', 'https://nord.example/', '/b.html'],
])('lists pages with a canonical URL of %s', async (_, home, page) => {
  const dir = await writeProject({
    'school.config.ts': config({ pages: [{ path: '/' }, { path: '/a.html' }] }),
    'public/index.html': canonical(home),
    'public/a.html': canonical(page),
  })
  const { resources } = await renderSite(await loadProject(dir))
  expect(resources.map(({ body }) => body).join('')).toContain('nord.example/a.html')
})

it('names an own llms.txt of a language without labels in the API catalog', async () => {
  const dir = await writeProject({
    'school.config.ts': config({ language: 'sw' }),
    'public/llms.txt': '# Nord\n',
  })
  const { resources } = await renderSite(await loadProject(dir))
  const catalog = resources.find(({ path }) => path === '/.well-known/api-catalog')
  expect(catalog!.body).toContain('nord.example/llms.txt')
  expect(catalog!.body).not.toContain('llms-full.txt')
})

it('publishes no file of a server, and names each', async () => {
  const names = ['api/mail.php', 'dump.sql', 'node_modules/a/b.js', 'package.json', 'server.js']
  const kept = ['site.js', 'umd.js', 'data.json']
  const dir = await writeProject({
    ...Object.fromEntries([...names, ...kept].map((name) => [`public/${name}`, 'let a'])),
    'public/server.js': "import http from 'node:http'",
    'public/umd.js': "typeof require === 'function' && require('crypto')",
    'public/index.html': PAGE.replace('<main>', '<script src="umd.js"></script><main>'),
  })
  const rendered = await renderSite(await loadProject(dir))
  const paths = allFiles(rendered).map(({ path }) => path)
  expect(rendered.unpublished.map(({ file }) => file)).toEqual(
    names.map((name) => `public/${name}`),
  )
  for (const name of names) expect(paths).not.toContain(`/${name}`)
  for (const name of kept) expect(paths).toContain(`/${name}`)
})

it('publishes files under composed names, which a description and a request can decompose', async () => {
  const pages = [{ path: '/cafe\u{301}/', title: 'Caf\u{e9}', description: 'Drinks.' }]
  const dir = await writeProject({
    'school.config.ts': config({ pages }),
    'public/cafe\u{301}/index.html': PAGE,
  })
  const rendered = await renderSite(await loadProject(dir))
  const path = '/caf%C3%A9/'
  expect(rendered.pages.map((page) => page.path)).toContain(path)
  expect(rendered.twins.map((twin) => twin.path)).toContain(`${path}index.md`)
  const serve = serveResources(allFiles(rendered))
  for (const each of [path, '/cafe%CC%81/']) {
    expect((await serve(new Request(`https://nord.example${each}`))).status, each).toBe(200)
  }
})

it('publishes what links inside the project lead to, and names the others', async () => {
  const dir = await writeProject({
    'shared/a.css': 'a {}',
    'shared/deep/b.css': 'b {}',
    'public/own.css': 'c {}',
    '.env': 'SECRET=1',
    '.git/config': 'SECRET=1',
    'dump.sql': 'SECRET=1',
  })
  const other = await writeProject()
  const links = {
    'linked.css': '../shared/a.css',
    'same.css': 'own.css',
    folder: '../shared',
    up: '..',
    env: '../.env',
    git: '../.git/config',
    'data.txt': '../dump.sql',
    outside: other,
    missing: 'nowhere',
  }
  for (const [name, target] of Object.entries(links))
    await symlink(target, join(dir, 'public', name))
  await symlink('../public', join(dir, 'shared/back'))
  const { sources, unpublished } = await renderSite(await loadProject(dir))
  const paths = sources.map(({ path }) => path).filter((path) => path.endsWith('.css'))
  expect(paths).toEqual([
    '/folder/a.css',
    '/folder/deep/b.css',
    '/linked.css',
    '/own.css',
    '/same.css',
  ])
  expect(unpublished.map(({ file }) => file)).toEqual(
    ['data.txt', 'env', 'folder/back', 'git', 'missing', 'outside', 'up'].map(
      (name) => `public/${name}`,
    ),
  )
})

it('serves own files instead of the generated ones', async () => {
  const own = {
    'public/404.html': PAGE.replace('<h1>Nord</h1>', '<h1>Niet gevonden</h1>'),
    'public/robots.txt': 'User-agent: *\nAllow: /\n',
    'public/sitemap.xml': '<urlset/>',
    'public/llms.txt': '# Mine\n',
  }
  const files = allFiles(await renderSite(await loadProject(await writeProject(own))))
  for (const [file, content] of Object.entries(own)) {
    const found = files.filter(({ path }) => `public${path}` === file)
    expect(found.map(({ body }) => Buffer.from(body).toString())).toEqual([content])
  }
})

it('publishes no Markdown version of a page whose text is not in its HTML', async () => {
  const empty = PAGE.replace(/<main>.*<\/main>/, '<iframe src="a.html"></iframe>')
  const project = await loadProject(await writeProject({ 'public/index.html': empty }))
  const { pages, resources, twins } = await renderSite(project)
  expect(twins).toEqual([])
  const texts = [...pages, ...resources].map(({ body }) => Buffer.from(body).toString())
  expect(texts.join('')).not.toContain('nord.example/index.md')
})

it('serves the pages that are linked without .html or a slash at those URLs, too', async () => {
  const links = '/courses a/b?x#y https://nord.example/c //other.example/d /own /e/ h i'.split(' ')
  const html = links.map((href) => `<a href="${href}">A</a>`).join('')
  const names = 'courses a/b c d own e f g h/index j k'.split(' ')
  const dir = await writeProject({
    'public/index.html': PAGE.replace('<main>', `${html}<form action='f'></form><main>`),
    'public/own': 'Own',
    'public/i/index.html': PAGE,
    'public/site.js': 'form.dataset.next = "/j"; location = `k`',
    ...Object.fromEntries(names.map((name) => [`public/${name}.html`, PAGE])),
  })
  const files = allFiles(await renderSite(await loadProject(dir)))
  expect(files.flatMap(({ path, copyOf }) => (copyOf ? `${path} ${copyOf}` : []))).toEqual([
    '/a/b /a/b.html',
    '/c /c.html',
    '/courses /courses.html',
    '/f /f.html',
    '/h /h/',
    '/i /i/',
    '/j /j.html',
  ])
  const response = await serveResources(files)(new Request('https://nord.example/h?a=b'))
  expect([response.status, response.headers.get('Location')]).toEqual([308, '/h/?a=b'])
})

it('knows a page by every spelling of its path', async () => {
  const pages = [
    { path: '/' },
    { path: '/курси/фізика_(8),x.html', title: 'Фізика', description: 'D' },
  ]
  const programs = [{ name: 'Фізика', path: pages[1]!.path }]
  const dir = await writeProject({
    'school.config.ts': config({ pages, programs }),
    'public/курси/фізика_(8),x.html': PAGE,
  })
  const { pages: files, resources, twins } = await renderSite(await loadProject(dir))
  const path = encodeURI(pages[1]!.path)
  const head = Buffer.from(files.find((file) => file.path === path)!.body).toString()
  expect(head).toContain(`<link rel="canonical" href="https://nord.example${path}">`)
  expect(head).toContain('"@type":"Course"')
  expect(twins.map((twin) => twin.path)).toContain(`${path}.md`)
  const bodies = new Map(resources.map((file) => [file.path, file.body]))
  expect(bodies.get('/sitemap.xml')).toContain(`<loc>https://nord.example${path}</loc>`)
  const inMarkdown = path.replace('(', '%28').replace(')', '%29')
  expect(bodies.get('/llms.txt')).toContain(`(https://nord.example${inMarkdown}.md)`)
})

function extendHead(html: string, elements: string): string {
  return extend(html, parsePage('p.html', '/p.html', html), elements)
}

const CANONICAL = '<link rel="canonical" href="https://a.example/">'
const JSON_LD = '<script type="application/ld+json">{"a":1}</script>'

describe('extendHead()', () => {
  it.each([
    ['<html><head><title>A</title></head><body></body></html>', '</title>'],
    ['<!doctype html><title>A</title><h1>A</h1>', '</title>'],
    ['<html><head></head><body></body></html>', '<head>'],
    ['<html><head class="a"></head><body></body></html>', '<head class="a">'],
    ['<html lang="en"><body><p>A</p></body></html>', '<html lang="en">'],
    ['<html><head>\n<script>"</head>"</script>\n</head><body></body></html>', '</script>'],
  ])('adds elements to the end of the head, on the same line: %j', (html, before) => {
    const extended = extendHead(html, `${CANONICAL}\n${JSON_LD}\n`)
    expect(extended).toBe(html.replace(before, `${before}${CANONICAL}${JSON_LD}`))
  })

  it.each(['<link rel="canonical" href="/own">', "<LINK REL='canonical alternate' HREF=/own>"])(
    'leaves out an element that the page already has: %s',
    (own) => {
      const html = `<head><title>A</title>${own}</head>`
      expect(extendHead(html, `${CANONICAL}\n${JSON_LD}\n`)).toBe(
        html.replace(own, `${own}${JSON_LD}`),
      )
    },
  )

  it('keeps JSON-LD about other things than the own one of a page', () => {
    const course = '<script type="application/ld+json">{"@type": "Course"}</script>'
    const crumbs = '<script type="application/ld+json">{"@type": "BreadcrumbList"}</script>'
    expect(extendHead(`<head>${crumbs}</head>`, course)).toBe(`<head>${crumbs}${course}</head>`)
    expect(extendHead(`<head>${course}</head>`, course)).toBe(`<head>${course}</head>`)
  })

  const organization = { '@type': 'EducationalOrganization', name: 'Nord' }
  const person = { '@type': 'Person', name: 'Anna' }
  it.each<[isKept: boolean, own: object]>([
    [true, { '@type': 'Review', author: person, itemReviewed: { '@type': 'Course' } }],
    [true, { '@type': 'Article', author: [person], publisher: organization }],
    [true, { '@graph': [{ '@type': 'Event', organizer: organization, performer: person }] }],
    [true, { '@type': 'VideoObject', creator: organization }],
    [true, { '@type': 'WebSite', publisher: { ...organization, founder: person } }],
    [false, organization],
    [false, [{ '@type': ['Course', 'Product'] }]],
    [false, { '@graph': [{ '@type': 'WebPage' }, organization] }],
    [false, { '@type': 'WebPage', mainEntity: { '@type': 'Course', name: 'Chess' } }],
    [
      false,
      {
        '@type': 'ItemList',
        itemListElement: [{ '@type': 'ListItem', item: { '@type': 'Course' } }],
      },
    ],
  ])('adds the Course, unless the page describes it or the school: %s %j', (isKept, own) => {
    const script = (value: unknown) =>
      `<script type="application/ld+json">${JSON.stringify(value)}</script>`
    const ours = script({ '@graph': [organization, { '@type': 'Course', name: 'Chess' }] })
    const head = `<head>${script(own)}</head>`
    expect(extendHead(head, ours).includes(ours)).toBe(isKept)
  })

  it('keeps elements that differ in their type', () => {
    const html =
      '<head><script>f()</script><link rel="alternate" type="application/rss+xml"></head>'
    const markdown = '<link rel="alternate" type="text/markdown" href="/index.md">'
    expect(extendHead(html, `${markdown}\n${JSON_LD}`)).toContain(`${markdown}${JSON_LD}</head>`)
  })
})

it('reads and parses only the files that have changed', async () => {
  const dir = await writeProject({ 'school.config.ts': config(), 'public/other.html': PAGE })
  const cache = createSiteCache()
  const project = await loadProject(dir)
  const read = () => readSite(project, { cache })
  // A file that has just changed is read once more.
  await expect.poll(async () => (await read()).length - cache.files.size).toBe(0)
  const before = await read()
  await writeFile(join(dir, 'public/other.html'), PAGE.replace('online', 'offline'))
  const after = await read()
  expect(after.filter((file, index) => file !== before[index]).map(({ path }) => path)).toEqual([
    '/other.html',
  ])
})
