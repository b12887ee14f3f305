import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { serveResources } from '@conversion-capi/content/serve'
import { allFiles, buildSite, HOSTS, loadProject, renderSite } from 'conversion-capi'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'

import { copyExample } from './lib/copy-example.ts'
import { listOutput, readAllOutput, readOutput, replaceIn } from './lib/output.ts'

const SITE_URL = 'https://polaris.example'

let dir: string

beforeEach(async () => {
  dir = await copyExample()
})

/** Names of files, some of which need to be escaped in a URL. */
const NAME = fc
  .oneof(
    fc.stringMatching(/^[\w()!$&',;=@~%?#+ -]{3,9}$/),
    fc.string({ unit: 'grapheme', minLength: 3, maxLength: 9 }),
    fc.constantFrom('курси_(8)', 'مدرسة', '100%', 'a?b#c'),
  )
  .filter((name) => !/^\.|[/\\\p{C}]/u.test(name))

describe('buildSite', () => {
  it('writes each served file to the path of its URL', async () => {
    const { files } = await buildSite({ dir })
    const serve = serveResources(allFiles(await renderSite(await loadProject(dir))))
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(PATHS))
    for (const { path, file } of files) {
      const served = await (await serve(new Request(SITE_URL + path))).text()
      expect(await readOutput(dir, file), path).toBe(served)
    }
  })

  it('serves pages with any name at each URL in the generated files', async () => {
    const names = [...new Set(fc.sample(NAME, 20))]
    const page = await readFile(join(dir, 'public/programs/physics.html'))
    for (const name of names) await writeFile(join(dir, `public/${name}.html`), page)
    const config = join(dir, 'school.config.ts')
    const paths = names.map((name) =>
      /^[\p{L}\d()]+$/u.test(name) ? name : encodeURIComponent(name),
    )
    const pages = paths.map((path) => `{ path: ${JSON.stringify(`/${path}.html`)} },`)
    await replaceIn(config, '  pages: [', `  pages: [${pages.join('')}`)

    const { output, files } = await buildSite({ dir })
    const base = pathToFileURL(`${output}/`)
    const served = await Promise.all(
      files.map(async (file) => ({ ...file, body: await readFile(new URL(file.file, base)) })),
    )
    const serve = serveResources(served)
    const bodies = served.map(({ body }) => body.toString()).join('\n')
    const text = bodies.replace(/&(?:amp|#x26);/g, '&').replace(/&(?:apos|#x27);/g, "'")
    const urls = new Set(
      text.match(/https:\/\/polaris\.example\/[^\s<>"#]*?\.(?:html|md)(?![\w.])/g),
    )
    expect(urls.size).toBeGreaterThan(2 * names.length)
    for (const url of urls) {
      expect([url, (await serve(new Request(url))).status], names.join(' ')).toEqual([url, 200])
    }
  })

  it('lists every file of the site with its type in files.json', async () => {
    await buildSite({ dir })
    const { host, files } = JSON.parse(await readOutput(dir, 'files.json'))
    expect(host).toBe('node')
    expect(files).toContainEqual({
      path: '/for-llm/',
      file: 'public/for-llm/index.html',
      contentType: 'text/html; charset=utf-8',
      headers: { Link: expect.stringContaining('index.md') },
    })
    const published = (await listOutput(dir)).filter((file) => file.startsWith('public/'))
    expect(files.map(({ file }: { file: string }) => file).sort()).toEqual(published.sort())
  })

  it.each(HOSTS)('writes the function and the settings for %s', async (host) => {
    await buildFor(host)
    expect(await listOutput(dir)).toEqual(expect.arrayContaining(HOST_FILES[host]))
  })

  it('merges the generated settings into the settings of the project', async () => {
    await buildFor('vercel')
    const vercel = JSON.parse(await readOutput(dir, 'vercel.json'))
    expect(vercel).toMatchObject({ outputDirectory: 'public', cleanUrls: false })
    const routesTo = (path: string): object[] =>
      vercel.routes.filter(({ src }: { src: string }) => new RegExp(src).test(path))
    expect(routesTo('/llms.txt')).toContainEqual(
      expect.objectContaining({
        headers: expect.objectContaining({ 'Content-Type': 'text/plain; charset=utf-8' }),
      }),
    )
    expect(routesTo('/programs/physics.html')).toContainEqual(
      expect.objectContaining({ dest: '$1.html.md' }),
    )
    await buildFor('cloudflare')
    const wrangler = JSON.parse(await readOutput(dir, 'wrangler.jsonc'))
    expect(wrangler.assets).toMatchObject({ directory: 'public', html_handling: 'none' })
    await buildFor('netlify')
    expect(await readOutput(dir, 'netlify.toml')).toMatch(
      /publish = "public"[^]*from = "\/docs\/api"/,
    )
  })

  it.each(['cloudflare', 'netlify'] as const)(
    'keeps _headers and _redirects for %s',
    async (host) => {
      const pages = join(dir, 'public')
      await writeFile(join(pages, '_headers'), '/*\n  X-Own: yes\n')
      await writeFile(join(pages, '_redirects'), '/old /new 301\n')
      await buildFor(host)
      expect(await readOutput(dir, 'public/_headers')).toMatch(
        /\/llms\.txt\n[^]*\n\/\*\n {2}X-Own: yes/,
      )
      expect(await readOutput(dir, 'public/_redirects')).toMatch(/^\/old \/new 301$/m)
    },
  )

  it('names more header rules than Cloudflare reads', async () => {
    const rules = Array.from({ length: 100 }, (_, index) => `/${index}\n  X-Own: yes\n`)
    await writeFile(join(dir, 'public/_headers'), rules.join(''))
    await expect(buildFor('cloudflare')).rejects.toThrow('cloudflare reads 100 rules of _headers.')
  })

  it.each([
    ['rewrites', '{ "source": "/(.*)", "destination": "/index.html" }'],
    ['redirects', '{ "source": "/:path*", "destination": "https://new.example/:path*" }'],
    ['routes', '{ "src": "/.*", "dest": "/index.html" }'],
  ])('names the line of the rule in %s that takes the endpoint', async (key, rule) => {
    await writeFile(join(dir, 'hosts/vercel/vercel.json'), `{ "${key}": [\n${rule}\n] }`)
    await expect(buildFor('vercel')).rejects.toMatchObject({
      // The file has no rule for the function, either.
      findings: expect.arrayContaining([expect.objectContaining({ code: 'host-rule', line: 2 })]),
    })
  })

  it('does not change a settings file that the project links to', async () => {
    const file = join(dir, 'hosts/vercel/vercel.json')
    await rename(file, join(dir, 'shared.json'))
    await symlink('../../shared.json', file)
    const before = await readFile(join(dir, 'shared.json'), 'utf8')
    await buildFor('vercel')
    expect(await readFile(join(dir, 'shared.json'), 'utf8')).toBe(before)
    expect(JSON.parse(await readOutput(dir, 'vercel.json'))).toMatchObject({ cleanUrls: false })
  })

  it('writes the same bytes every time, and leaves no other files', async () => {
    await buildSite({ dir })
    const first = await readAllOutput(dir)
    await buildSite({ dir })
    expect(await readAllOutput(dir)).toEqual(first)
    expect((await readdir(dir)).filter((name) => name.startsWith('.'))).toEqual([])
  })

  describe('with packages that are installed from files', () => {
    const TARBALLS = {
      'conversion-capi': 'cli',
      '@conversion-capi/node': 'node',
      '@conversion-capi/core': 'core',
    }

    /** Writes a project of a host whose packages are installed from `tarballs/`. */
    async function installFromFiles(host: string, others: Record<string, string>): Promise<void> {
      const root = join(dir, 'hosts', host)
      const tarballs = { ...TARBALLS, ...others }
      await mkdir(join(dir, 'tarballs'))
      for (const [name, tarball] of Object.entries(tarballs)) {
        const folder = join(root, 'node_modules', name)
        await rm(folder, { recursive: true, force: true })
        await mkdir(join(folder, 'dist'), { recursive: true })
        await writeFile(join(dir, `tarballs/${tarball}.tgz`), tarball)
        await writeFile(
          join(folder, 'package.json'),
          JSON.stringify({
            exports: {
              '.': { types: './dist/index.d.ts', default: './dist/index.js' },
              './package.json': './package.json',
            },
            dependencies: name.endsWith('/core')
              ? { zod: '^4' }
              : { '@conversion-capi/core': '^1' },
          }),
        )
        await writeFile(join(folder, 'dist/index.js'), '')
      }
      const dependencies = Object.fromEntries(
        Object.entries(tarballs).map(([name, tarball]) => [
          name,
          `file:../../tarballs/${tarball}.tgz`,
        ]),
      )
      const manifest = { type: 'module', dependencies: { ...dependencies, pg: '^8' } }
      await writeFile(join(root, 'package.json'), JSON.stringify(manifest))
    }

    it('copies those that the function needs, so that the output can be installed on another machine', async () => {
      await installFromFiles('node', { '@conversion-capi/content': 'content' })
      const { findings } = await buildSite({ dir })
      const { dependencies } = JSON.parse(await readOutput(dir, 'package.json'))
      expect(dependencies).toEqual({
        '@conversion-capi/node': 'file:packages/node.tgz',
        '@conversion-capi/core': 'file:packages/core.tgz',
        '@conversion-capi/content': 'file:packages/content.tgz',
        pg: '^8',
      })
      expect(await readOutput(dir, 'packages/core.tgz')).toBe('core')
      expect(await listOutput(dir)).not.toContain('packages/cli.tgz')
      expect(findings.filter(({ file }) => file === 'package.json')).toEqual([])
    })

    it.each([
      ['deno', 'deno.json', './packages'],
      [
        'supabase',
        'supabase/functions/conversion-capi/deno.json',
        '../../../supabase/functions/_packages',
      ],
    ] as const)(
      'copies their modules for %s, because Deno installs no files',
      async (host, file, path) => {
        await installFromFiles(host, {
          '@conversion-capi/deno': 'deno',
          '@conversion-capi/content': 'content',
        })
        await buildFor(host)
        const { imports } = JSON.parse(await readOutput(dir, file))
        expect(imports).toMatchObject({
          '@conversion-capi/deno': `${path}/@conversion-capi/deno/dist/index.js`,
          '@conversion-capi/core': `${path}/@conversion-capi/core/dist/index.js`,
          zod: 'npm:zod@^4',
        })
        expect(imports).not.toHaveProperty('conversion-capi')
        const folder = relative('/', resolve('/', dirname(file), imports['@conversion-capi/core']))
        expect(await listOutput(dir)).toContain(folder)
        expect(JSON.parse(await readOutput(dir, 'package.json')).dependencies).toEqual({ pg: '^8' })
      },
    )

    it('warns about a package that is installed from a folder', async () => {
      await installFromFiles('node', { '@conversion-capi/content': 'content' })
      const file = join(dir, 'hosts/node/package.json')
      const manifest = JSON.parse(await readFile(file, 'utf8'))
      manifest.dependencies['@conversion-capi/content'] = 'file:../../own/content'
      await writeFile(file, JSON.stringify(manifest))
      const { findings } = await buildSite({ dir })
      expect(findings.filter((each) => each.file === 'package.json')).toMatchObject([
        { message: expect.stringContaining(`is installed from ${join(dir, 'own/content')}`) },
      ])
    })

    it('stops if a package is not installed', async () => {
      await installFromFiles('node', { '@conversion-capi/content': 'content' })
      const file = join(dir, 'hosts/node/package.json')
      const text = await readFile(file, 'utf8')
      await writeFile(file, text.replace('"pg":"^8"', '"pg":"file:../pg.tgz"'))
      await expect(buildSite({ dir })).rejects.toThrow(
        'The package pg is not installed. Run "npm install" first.',
      )
    })
  })

  it('writes the imports of each Supabase function, because Supabase reads no package.json', async () => {
    const functions = join(dir, 'hosts/supabase/supabase/functions')
    await mkdir(join(functions, 'own'))
    await writeFile(join(functions, 'own/deno.json'), '{}')
    await mkdir(join(functions, '_shared'))
    await writeFile(join(functions, '_shared/a.ts'), '')
    const manifest = await readFile(join(dir, 'hosts/supabase/package.json'), 'utf8')
    const { dependencies } = JSON.parse(manifest)
    const version = dependencies['@conversion-capi/deno']
    await buildSite({ dir, host: 'supabase', hostFiles: 'hosts/supabase' })
    const files = await listOutput(dir)
    const read = async (file: string) => JSON.parse(await readOutput(dir, file))
    expect(await read('supabase/functions/conversion-capi/deno.json')).toEqual({
      imports: { '@conversion-capi/deno': `npm:@conversion-capi/deno@${version}` },
    })
    expect(await read('supabase/functions/own/deno.json')).toEqual({})
    expect(files).not.toContain('supabase/functions/_shared/deno.json')
  })

  /** Builds the example for a host. */
  function buildFor(host: (typeof HOSTS)[number]): Promise<unknown> {
    return buildSite({ dir, host, hostFiles: `hosts/${host}` })
  }
})

const PATHS = [
  ...'/ /index.md /styles.css /polaris.js /programs/physics.html /programs/physics.html.md'.split(
    ' ',
  ),
  ...'/llms.txt /llms-full.txt /for-llm/ /for-llm/index.md /sitemap.xml /robots.txt'.split(' '),
  ...'/.well-known/api-catalog /auth.md /docs/api.html /openapi.json /404.html'.split(' '),
]

const HOST_FILES = {
  netlify: ['netlify.toml', 'netlify/functions/conversion-capi.ts', 'public/_headers'],
  vercel: ['api/conversion-capi.ts', 'vercel.json'],
  cloudflare: ['worker.ts', 'wrangler.jsonc', 'public/_redirects', 'public/_headers'],
  deno: ['main.ts'],
  supabase: ['supabase/functions/conversion-capi/index.ts', 'supabase/config.toml'],
  node: ['server.ts', 'package.json'],
}
