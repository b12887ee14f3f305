import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { loadProject } from 'conversion-capi'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { runCommand } from './lib/run-command.ts'
import { CLOUDFLARE_SCHOOL } from './sites/cloudflare-school.ts'
import { DOCUSAURUS_BUILD } from './sites/docusaurus-build.ts'
import { NETLIFY_SCHOOL } from './sites/netlify-school.ts'
import { TILDA_EXPORT } from './sites/tilda-export.ts'
import { WEBFLOW_EXPORT } from './sites/webflow-export.ts'
import { WORDPRESS_PAGE } from './sites/wordpress-page.ts'

const PACKAGES = fileURLToPath(new URL('../../examples/school-site/node_modules', import.meta.url))

interface Expected {
  files: Record<string, string>
  /** The flags for what no file states. */
  flags: string[]
  /** The pages that visitors open, each of which loads the tracker once. */
  tracked: string[]
  /** The pages whose page view another page sends. */
  parts?: string[]
  /** What init found. */
  school: object
  site?: object
}

const SITES: [name: string, expected: Expected][] = [
  [
    'a Dutch school on Netlify',
    {
      files: NETLIFY_SCHOOL,
      flags: [],
      tracked: ['index.html', 'prijzen.html', 'bedankt.html'],
      school: {
        name: 'De Boomgaard',
        url: 'https://deboomgaard.example',
        language: 'nl',
        tracker: 'deboomgaard',
        contacts: { email: 'hallo@deboomgaard.example', phone: '+31301234567' },
        address: { street: 'Oudegracht 12', postalCode: '3511 AA', city: 'Utrecht' },
        programs: [
          {
            name: 'Groepsles',
            path: '/prijzen.html',
            prices: [
              { amount: 89, currency: 'EUR', per: 'maand' },
              { amount: 249, currency: 'EUR', per: 'kwartaal' },
            ],
          },
          {
            name: 'Privéles',
            path: '/prijzen.html',
            prices: [{ amount: 42.5, currency: 'EUR', per: 'les' }],
          },
          {
            name: 'Zomerschool',
            path: '/prijzen.html',
            prices: [{ amount: 320, currency: 'EUR' }],
          },
        ],
      },
      site: { host: 'netlify', pixelId: '1234567890' },
    },
  ],
  [
    'a Kazakh and Russian school on Cloudflare',
    {
      files: CLOUDFLARE_SCHOOL,
      flags: [],
      tracked: ['kk/index.html', 'ru/index.html', 'kk/большая страница.html', '404.html'],
      parts: ['index.html', 'ескі.html', 'widget/сабақ кестесі.html'],
      school: {
        name: 'Алтын сақа',
        url: 'https://altynsaqa.example',
        language: 'kk',
        address: { street: 'Абай даңғылы 10', postalCode: '050000', city: 'Алматы' },
        programs: [
          { name: 'Топ', path: '/kk/', prices: [{ amount: 45_000, currency: 'KZT', per: 'ай' }] },
        ],
        pages: [
          { path: '/kk/', variants: { ru: '/ru/' } },
          { path: expect.stringContaining('.html') },
        ],
      },
      site: { host: 'cloudflare', pixelId: '9876543210' },
    },
  ],
  [
    'a page of WordPress',
    {
      files: WORDPRESS_PAGE,
      flags: ['--host=node'],
      tracked: ['index.html'],
      school: {
        name: 'Gambit',
        url: 'https://gambit.example',
        language: 'en-US',
        contacts: {
          email: 'hello@gambit.example',
          phone: '+1 207 555 0100',
          hours: 'Mo-Sa 10:00-18:00',
        },
        address: {
          street: '12 Harbor Street',
          city: 'Portland',
          postalCode: '04101',
          country: 'US',
        },
        programs: [
          { name: 'Openings', prices: [{ amount: 60, currency: 'USD', per: 'month' }], path: '/' },
        ],
      },
      site: { pixelId: '1112223334' },
    },
  ],
  [
    'an export of Tilda',
    {
      files: TILDA_EXPORT,
      flags: ['--host=vercel', '--language=ru'],
      tracked: ['index.html', 'page10000002.html'],
      school: { name: 'Шахматы онлайн для детей', url: 'https://gambit.example', language: 'ru' },
      site: { pixelId: '5556667778' },
    },
  ],
  [
    'an export of Webflow',
    {
      files: WEBFLOW_EXPORT,
      flags: ['--host=deno', '--url=https://gambit.example'],
      tracked: ['index.html', 'contact.html', '404.html'],
      school: { name: 'Gambit', language: 'en' },
      site: { pixelId: '4443332221' },
    },
  ],
  [
    'a build of Docusaurus',
    {
      files: DOCUSAURUS_BUILD,
      flags: ['--host=netlify', '--pixel-id=1234567890'],
      tracked: ['index.html', 'docs/intro/index.html', '404.html'],
      school: {
        name: 'My Site',
        url: 'https://your-docusaurus-site.example.com',
        language: 'en',
      },
      site: { pages: 'build', tracker: { singlePage: true } },
    },
  ],
  [
    'a school in a language without built-in labels',
    {
      files: {
        'public/index.html': `<html lang="th"><head><title>โรงเรียน</title>
          <link rel="canonical" href="https://rongrian.example/"><meta name="description" content="เรียนออนไลน์">
          <script>fbq('init', '1234567890'); fbq('track', 'PageView')</script></head><body><h1>โรงเรียน</h1></body></html>`,
      },
      flags: ['--host=node'],
      tracked: ['index.html'],
      school: { name: 'โรงเรียน', language: 'th' },
    },
  ],
]

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'init-'))
  await symlink(PACKAGES, join(dir, 'node_modules'))
})

afterEach(() => rm(dir, { recursive: true }))

describe('conversion-capi init --yes, then build', () => {
  it.each(SITES)('tracks each page of %s once', async (_, expected) => {
    const { files, flags, tracked, parts = [], school, site = {} } = expected
    await writeSite(files)
    const init = await runCommand(['init', dir, '--yes', ...flags])
    expect(init).toMatchObject({ code: 0, stderr: '' })
    expect(init.stdout).not.toMatch(/\\\d{3}|guess/i)
    const project = await loadProject(dir)
    expect(project.school).toMatchObject(school)
    expect(project.site).toMatchObject(site)

    const build = await runCommand(['build', dir])
    expect(build).toMatchObject({ code: 0, stderr: '' })
    const counts = Object.fromEntries(
      htmlFiles(join(dir, 'dist/public')).map((file) => [
        file,
        count(readFileSync(join(dir, 'dist/public', file), 'utf8'), project.school.tracker),
      ]),
    )
    for (const page of tracked) {
      expect(counts[page], page).toEqual({ trackers: 1, otherPageViews: 0 })
    }
    for (const page of parts) expect(counts[page], page).toEqual({ trackers: 0, otherPageViews: 0 })

    // A second run changes nothing.
    const again = await runCommand(['init', dir, '--yes', ...flags, '--json'])
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, written: [] })
  })

  it('writes labels to translate, and keeps them', async () => {
    const [, { files, flags }] = SITES.at(-1)!
    await writeSite(files)
    const { stdout } = await runCommand(['init', dir, '--yes', ...flags])
    expect(stdout).toContain('Translate labels.ts')
    const path = join(dir, 'labels.ts')
    const labels = readFileSync(path, 'utf8')
    expect(labels).toContain("  facts: '', // Facts\n")
    await writeFile(path, labels.replace("facts: ''", "facts: 'ข้อเท็จจริง'"))
    await runCommand(['init', dir, '--yes', '--overwrite', ...flags])
    expect(readFileSync(path, 'utf8')).toContain("facts: 'ข้อเท็จจริง'")
    expect(readdirSync(join(dir)).includes('dist')).toBe(false)
  })

  it('shows file names as they are', async () => {
    await writeSite(CLOUDFLARE_SCHOOL)
    const { stdout } = await runCommand([
      'init',
      dir,
      '--host=cloudflare',
      '--name=A',
      '--url=https://altynsaqa.example',
      '--language=kk',
      '--pixel-id=9876543210',
    ])
    expect(stdout).toContain('--- public/kk/большая страница.html\n')
  })

  it('names the builder that writes the pages again', async () => {
    await writeSite(WEBFLOW_EXPORT)
    const { stdout } = await runCommand([
      'init',
      dir,
      '--yes',
      '--host=node',
      '--url=https://a.example',
    ])
    expect(stdout).toContain('Webflow wrote the pages.')
  })
})

async function writeSite(files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), content)
  }
}

function htmlFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  )
}

/** Counts what loads the tracker, and what else sends a page view. */
function count(html: string, tracker: string): { trackers: number; otherPageViews: number } {
  const trackers = html.split(`/${tracker}.js"></script>`).length - 1
  const views = html.match(/fbq\(\s*['"]track['"]\s*,\s*['"]PageView|[?&;]ev=PageView/g) ?? []
  return { trackers, otherPageViews: views.length }
}
