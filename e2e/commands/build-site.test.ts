import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineSchool } from '@conversion-capi/content'
import { serveResources } from '@conversion-capi/content/serve'
import { buildSite } from 'example-school-site/build-site'
import { renderSite } from 'example-school-site/render-site'
import school from 'example-school-site/school'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const MISSING = '/missing.html'

describe('buildSite', () => {
  let parent: string
  let folder: string

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'site-'))
    folder = join(parent, 'dist')
  })

  afterEach(() => rm(parent, { recursive: true }))

  it('writes each served file to the path of its URL', async () => {
    await buildSite(folder, school)
    const serve = serveResources(await renderSite(school))
    for (const [path, file] of Object.entries(FILES)) {
      const served = await (await serve(new Request(new URL(path, school.url)))).text()
      for (const published of PUBLISHED) {
        expect(await readFile(join(folder, published, file), 'utf8'), path).toBe(served)
      }
    }
  })

  it('writes the canonical URL, the Markdown version and JSON-LD into the pages', async () => {
    await buildSite(folder, school)
    const home = await readFile(join(folder, 'netlify/public/index.html'), 'utf8')
    expect(home).toContain('<link rel="canonical" href="https://polaris.example/">')
    expect(home).toContain(
      '<link rel="alternate" type="text/markdown" href="https://polaris.example/index.md">',
    )
    expect(home).toMatch(/<script type="application\/ld\+json">.*"EducationalOrganization"/)
    const physics = await readFile(join(folder, 'netlify/public/programs/physics.html'), 'utf8')
    expect(physics).toContain(
      '<link rel="canonical" href="https://polaris.example/programs/physics.html">',
    )
    expect(physics).toMatch(/<script type="application\/ld\+json">.*"name":"Physics"/)
  })

  it('returns the Markdown version of the home page to clients that prefer it', async () => {
    const serve = serveResources(await renderSite(school))
    const headers = { Accept: 'text/markdown' }
    const response = await serve(new Request(school.url, { headers }))
    expect(response.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('Link')).toBe('<https://polaris.example/>; rel="canonical"')
    expect(await response.text()).toMatch(/^# Polaris Online School\n/)
  })

  it('writes a project with settings and function for each host', async () => {
    await buildSite(folder, school)
    expect(await listFiles()).toEqual(expect.arrayContaining(HOST_FILES))
  })

  it('merges the generated settings into the settings of the project', async () => {
    await buildSite(folder, school)
    const vercel = JSON.parse(await readFile(join(folder, 'vercel/vercel.json'), 'utf8'))
    expect(vercel).toMatchObject({ outputDirectory: 'public', cleanUrls: false })
    expect(vercel.headers.map(({ source }: { source: string }) => source)).toContain('/llms.txt')
    const wrangler = JSON.parse(await readFile(join(folder, 'cloudflare/wrangler.jsonc'), 'utf8'))
    expect(wrangler.assets).toMatchObject({ directory: 'public', html_handling: 'none' })
    const netlify = await readFile(join(folder, 'netlify/netlify.toml'), 'utf8')
    expect(netlify).toMatch(/publish = "public"[^]*from = "\/docs\/api"/)
  })

  it('replaces the folder and leaves no temporary files', async () => {
    await mkdir(folder)
    await writeFile(join(folder, 'of-last-year.html'), 'old')
    await buildSite(folder, school)
    expect(await listFiles()).not.toContain('of-last-year.html')
    expect(await readdir(parent)).toEqual(['dist'])
  })

  it.each([
    ['a page without a file', { pages: [...school.pages, { path: MISSING }] }],
    ['a broken link', { faq: [{ question: 'Where?', answer: `At ${school.url}${MISSING}` }] }],
    ['a page from the future', { verified: '2999-01-01' }, '/sitemap.xml.*"2999-01-01"'],
  ])(
    'writes nothing and names the path if there is %s',
    async (_fault, changes, path = MISSING) => {
      await mkdir(folder)
      await writeFile(join(folder, 'index.html'), 'as it was')
      const changed = defineSchool({ ...school, ...changes })
      await expect(buildSite(folder, changed, '2998-12-31')).rejects.toThrow(
        new RegExp(`\\n- .*${path}`),
      )
      expect(await listFiles()).toEqual(['index.html'])
      expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('as it was')
      expect(await readdir(parent)).toEqual(['dist'])
    },
  )

  async function listFiles(): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  }
})

const PUBLISHED = ['netlify/public', 'vercel/public', 'cloudflare/public']

const HOST_FILES = [
  'netlify/netlify.toml',
  'netlify/netlify/functions/conversion-capi.ts',
  'netlify/public/_headers',
  'vercel/api/conversion-capi.ts',
  'vercel/vercel.json',
  'cloudflare/worker.ts',
  'cloudflare/wrangler.jsonc',
  'cloudflare/public/_redirects',
  'cloudflare/public/_headers',
]

const FILES = {
  '/': 'index.html',
  '/index.md': 'index.md',
  '/styles.css': 'styles.css',
  '/polaris.js': 'polaris.js',
  '/programs/physics.html': 'programs/physics.html',
  '/llms.txt': 'llms.txt',
  '/llms-full.txt': 'llms-full.txt',
  '/for-llm/': 'for-llm/index.html',
  '/for-llm/index.md': 'for-llm/index.md',
  '/sitemap.xml': 'sitemap.xml',
  '/.well-known/api-catalog': '.well-known/api-catalog',
  '/robots.txt': 'robots.txt',
  '/auth.md': 'auth.md',
  '/docs/api.html': 'docs/api.html',
  '/openapi.json': 'openapi.json',
  '/404.html': '404.html',
}
