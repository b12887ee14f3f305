import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { serveResources } from '@conversion-capi/content/serve'
import { allFiles, buildSite, HOSTS, loadProject, renderSite } from 'conversion-capi'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { copyExample } from './lib/copy-example.ts'
import { runCommand } from './lib/run-command.ts'

const SITE_URL = 'https://polaris.example'
const BIN = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))

let dir: string

beforeEach(async () => {
  dir = await copyExample()
})

afterEach(() => rm(dir, { recursive: true, force: true }))

describe('buildSite', () => {
  it('writes each served file to the path of its URL', async () => {
    await buildSite({ dir })
    const serve = serveResources(allFiles(await renderSite(await loadProject(dir))))
    for (const [path, file] of Object.entries(FILES)) {
      const served = await (await serve(new Request(SITE_URL + path))).text()
      expect(await readOutput(`public/${file}`), path).toBe(served)
    }
  })

  it('lists every file of the site with its type in files.json', async () => {
    await buildSite({ dir })
    const { host, files } = JSON.parse(await readOutput('files.json'))
    expect(host).toBe('node')
    expect(files).toContainEqual({
      path: '/for-llm/',
      file: 'public/for-llm/index.html',
      contentType: 'text/html; charset=utf-8',
      headers: { Link: expect.stringContaining('index.md') },
    })
    const published = (await listOutput()).filter((file) => file.startsWith('public/'))
    expect(files.map(({ file }: { file: string }) => file).sort()).toEqual(published.sort())
  })

  it('writes the canonical URL, the Markdown version and JSON-LD into the pages', async () => {
    await buildSite({ dir })
    const home = await readOutput('public/index.html')
    expect(home).toContain('<link rel="canonical" href="https://polaris.example/">')
    expect(home).toContain(
      '<link rel="alternate" type="text/markdown" href="https://polaris.example/index.md">',
    )
    expect(home).toMatch(/<script type="application\/ld\+json">.*"EducationalOrganization"/)
    const physics = await readOutput('public/programs/physics.html')
    expect(physics).toContain(
      '<link rel="canonical" href="https://polaris.example/programs/physics.html">',
    )
    expect(physics).toMatch(/<script type="application\/ld\+json">.*"name":"Physics"/)
  })

  it('keeps the canonical URL that a page already has', async () => {
    await replaceIn(
      'public/index.html',
      '</head>',
      '<link rel="canonical" href="https://polaris.example/"></head>',
    )
    await buildSite({ dir })
    expect((await readOutput('public/index.html')).match(/rel="canonical"/g)).toHaveLength(1)
  })

  it('writes a Markdown version of the main content of each page, with absolute links', async () => {
    await buildSite({ dir })
    const physics = await readOutput('public/programs/physics.html.md')
    expect(physics).toMatch(
      /^\[All programmes\]\(https:\/\/polaris\.example\/#programs\)\n\n# Physics in grade 9\n/,
    )
    expect(physics).toContain('| Weeks  | Topic')
    expect(physics).not.toMatch(/<\w|E-mail|Enrol in/)
    expect(await readOutput('public/llms.txt')).toMatch(
      /\n## Markdown\n\n- \[Polaris Online School\]\(https:\/\/polaris\.example\/index\.md\): .+\n- \[Physics in grade 9\]\(https:\/\/polaris\.example\/programs\/physics\.html\.md\): /,
    )
  })

  it('returns the Markdown version to clients that prefer it', async () => {
    const serve = serveResources(allFiles(await renderSite(await loadProject(dir))))
    const headers = { Accept: 'text/markdown' }
    const response = await serve(new Request(`${SITE_URL}/`, { headers }))
    expect(response.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('Link')).toBe('<https://polaris.example/>; rel="canonical"')
    expect(await response.text()).toMatch(/^# A clear way through grades 5 to 11\n/)
  })

  it.each(HOSTS)('writes the function and the settings for %s', async (host) => {
    await buildFor(host)
    expect(await listOutput()).toEqual(expect.arrayContaining(HOST_FILES[host]))
  })

  it('merges the generated settings into the settings of the project', async () => {
    await buildFor('vercel')
    const vercel = JSON.parse(await readOutput('vercel.json'))
    expect(vercel).toMatchObject({ outputDirectory: 'public', cleanUrls: false })
    expect(vercel.headers.map(({ source }: { source: string }) => source)).toContain('/llms.txt')
    expect(vercel.routes.map(({ dest }: { dest: string }) => dest)).toEqual(
      expect.arrayContaining(['/index.md', '/programs/physics.html.md', '/for-llm/index.md']),
    )
    await buildFor('cloudflare')
    const wrangler = JSON.parse(await readOutput('wrangler.jsonc'))
    expect(wrangler.assets).toMatchObject({ directory: 'public', html_handling: 'none' })
    await buildFor('netlify')
    expect(await readOutput('netlify.toml')).toMatch(/publish = "public"[^]*from = "\/docs\/api"/)
  })

  it('writes the same bytes every time, and leaves no other files', async () => {
    await buildSite({ dir })
    const first = await readAll()
    await buildSite({ dir })
    expect(await readAll()).toEqual(first)
    expect((await readdir(dir)).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('removes files of the last build', async () => {
    await writeFile(
      join(dir, 'public/of-last-year.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    )
    await buildSite({ dir })
    await rm(join(dir, 'public/of-last-year.svg'))
    await buildSite({ dir })
    expect(await listOutput()).not.toContain('public/of-last-year.svg')
  })

  /** Builds the example for a host. */
  function buildFor(host: (typeof HOSTS)[number]): Promise<unknown> {
    return buildSite({ dir, host, hostFiles: `hosts/${host}` })
  }
})

describe('conversion-capi build', () => {
  it('prints one line, or one JSON document', async () => {
    expect(await runCommand(['build', dir])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Wrote 19 files for node to .*dist\.\n$/),
      stderr: '',
    })
    const { stdout } = await runCommand(['build', dir, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, host: 'node', findings: [] })
  })

  it.each<[problem: string, breakIt: () => Promise<unknown>, message: RegExp]>([
    [
      'the folder does not exist',
      () => rm(dir, { recursive: true }),
      /^error: The folder \S+ does not exist\. Pass the folder of your project\.\n$/,
    ],
    [
      'the folder has no configuration',
      () => rm(join(dir, 'school.config.ts')),
      /^error: \S+ has no school\.config\.ts\. Run "npx conversion-capi init", or .*\n$/,
    ],
    [
      'the configuration throws',
      () => replaceIn('school.config.ts', 'export default', 'null.field\nexport default'),
      /^error: school\.config\.ts cannot be loaded\..*\nerror: school\.config\.ts:\d+: TypeError: Cannot read properties of null .*\n$/,
    ],
    [
      'the configuration has a syntax error',
      () => replaceIn('school.config.ts', `name: 'Polaris Online School',`, 'name: = 1'),
      /^error: .*\nerror: school\.config\.ts:13: SyntaxError: .*\n$/,
    ],
    [
      'the description is invalid',
      () => replaceIn('school.config.ts', `language: 'en'`, `language: 'x'`),
      /^error: school\.config\.ts has 1 problem\.\nerror: school\.config\.ts: language is invalid\. .*\n$/,
    ],
    [
      'the export "site" is misspelled',
      () => replaceIn('school.config.ts', `host: 'node'`, `host: 'vercle'`),
      /\nerror: school\.config\.ts: site\.host is not a known host\. Did you mean "vercel"\?\n$/,
    ],
    [
      'the pages folder is missing',
      () => rm(join(dir, 'public'), { recursive: true }),
      /^error: The pages folder public does not exist\. Create it, or correct site\.pages .*\n$/,
    ],
    [
      'a page has a broken link',
      () => replaceIn('public/index.html', 'href="/styles.css"', 'href="/style.css"'),
      /\nerror: public\/index\.html:14: .*\/style\.css/,
    ],
    [
      'a file has the path of a generated one',
      () => writeFile(join(dir, 'public/robots.txt'), 'User-agent: *'),
      /\nerror: public\/robots\.txt: The build generates this file\. Delete yours, .*\n$/,
    ],
    [
      'a listed page has no file',
      () => rm(join(dir, 'public/programs/physics.html')),
      /\nerror: .*physics\.html: The description lists this page, but it has no file\./,
    ],
    [
      'the function is missing',
      () => rm(join(dir, 'hosts/node/server.ts')),
      /^error: hosts\/node\/server\.ts is missing, and node needs it\. .*\n$/,
    ],
    [
      'the output folder has other files',
      async () => {
        await rm(join(dir, 'dist'), { recursive: true })
        await mkdir(join(dir, 'dist'))
        await writeFile(join(dir, 'dist/thesis.doc'), 'as it was')
      },
      /^error: The folder \S+ was not written by a build, and .*\n$/,
    ],
  ])('fails in a sentence and writes nothing if %s', async (_, breakIt, message) => {
    await buildSite({ dir })
    await breakIt()
    const before = await listOutput().catch(() => [])
    const { code, stdout, stderr } = await runCommand(['build', dir])
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('    at ')
    expect([code, stdout]).toEqual([1, ''])
    expect(await listOutput().catch(() => [])).toEqual(before)
  })

  it('reports problems with file and line as JSON', async () => {
    await replaceIn('public/index.html', 'href="/styles.css"', 'href="/style.css"')
    const { code, stdout, stderr } = await runCommand(['build', dir, '--json'])
    expect([code, stderr]).toEqual([1, ''])
    const { ok, findings } = JSON.parse(stdout)
    expect(ok).toBe(false)
    expect(findings).toContainEqual(
      expect.objectContaining({ level: 'error', file: 'public/index.html', line: 14 }),
    )
  })

  it('fails in a sentence if the output folder is read-only', async () => {
    // Nobody can write there, not even root.
    const { code, stderr } = await runCommand(['build', dir, '--output', '/proc/dist'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: The folder \/proc is not writable \(\w+\)\. .*\n$/)
  })

  it('fails in a sentence if the output folder cannot be created', async () => {
    await writeFile(join(dir, 'file'), '')
    const { code, stderr } = await runCommand(['build', dir, '--output', 'file/dist'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: The (folder|output) \S+ is not (writable|a folder)/)
  })

  it('leaves the last build if it is killed while it writes', async () => {
    await buildSite({ dir })
    const before = await readAll()
    await replaceIn('public/index.html', 'A clear way', 'Another way')
    for (let index = 0; index < 2000; index += 1) {
      await cp(join(dir, 'public/favicon.svg'), join(dir, `public/${index}.svg`))
    }
    const child = spawn(process.execPath, [BIN, 'build', dir])
    const exited = once(child, 'exit')
    while (!(await readdir(dir)).some((name) => name.startsWith('.dist-'))) {
      if (child.exitCode !== null) throw new Error('The build ended before it was killed.')
      await new Promise(setImmediate)
    }
    child.kill('SIGKILL')
    await exited
    expect(await readAll()).toEqual(before)

    await buildSite({ dir })
    expect(await readOutput('public/index.html')).toContain('Another way')
    expect((await readdir(dir)).filter((name) => name.startsWith('.'))).toEqual([])
  })
})

function readOutput(file: string): Promise<string> {
  return readFile(join(dir, 'dist', file), 'utf8')
}

async function listOutput(): Promise<string[]> {
  const folder = join(dir, 'dist')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}

async function readAll(): Promise<Record<string, string>> {
  const files = (await listOutput()).sort()
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readOutput(file)])),
  )
}

async function replaceIn(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(dir, file), 'utf8')
  expect(text).toContain(from)
  await writeFile(
    join(dir, file),
    text.replace(from, () => to),
  )
}

const HOST_FILES = {
  netlify: ['netlify.toml', 'netlify/functions/conversion-capi.ts', 'public/_headers'],
  vercel: ['api/conversion-capi.ts', 'vercel.json'],
  cloudflare: ['worker.ts', 'wrangler.jsonc', 'public/_redirects', 'public/_headers'],
  deno: ['main.ts'],
  supabase: ['supabase/functions/conversion-capi/index.ts', 'supabase/config.toml'],
  node: ['server.ts', 'package.json'],
}

const FILES = {
  '/': 'index.html',
  '/index.md': 'index.md',
  '/styles.css': 'styles.css',
  '/polaris.js': 'polaris.js',
  '/programs/physics.html': 'programs/physics.html',
  '/programs/physics.html.md': 'programs/physics.html.md',
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
