import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createFolder } from '@conversion-capi/test-support/vitest'
import { expect } from 'vitest'
import {
  CLOUDFLARE_SCHOOL,
  DOCUSAURUS_BUILD,
  NETLIFY_SCHOOL,
  TILDA_EXPORT,
  WEBFLOW_EXPORT,
  WORDPRESS_PAGE,
} from './site-files.ts'

const PACKAGES = fileURLToPath(
  new URL('../../../examples/school-site/node_modules', import.meta.url),
)

/** A site, and what `init` and `build` make of it. */
interface Expected {
  files: Record<string, string>
  /** The flags for what no file states. */
  flags: string[]
  /** The pages that visitors open, each of which loads the tracker once. */
  tracked: string[]
  /** The pages with a form that init tags. */
  forms?: string[]
  /** The pages whose page view another page sends. */
  parts?: string[]
  /** What init found. */
  school: object
  site?: object
}

/** Unprepared sites. */
export const SITES: [name: string, expected: Expected][] = [
  [
    'a Dutch school on Netlify',
    {
      files: NETLIFY_SCHOOL,
      flags: [],
      tracked: ['index.html', 'prijzen.html', 'bedankt.html'],
      forms: ['index.html'],
      school: {
        name: 'De Boomgaard',
        url: 'https://deboomgaard.example',
        language: 'nl',
        tracker: 'deboomgaard',
        contacts: { email: 'hallo@deboomgaard.example', phone: '+31301234567' },
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
      },
      site: { pixelId: '1112223334' },
    },
  ],
  [
    'an export of Tilda',
    {
      files: TILDA_EXPORT,
      flags: ['--host=vercel', '--language=ru', '--name=Шахматы онлайн для детей'],
      tracked: ['index.html', 'page10000002.html'],
      forms: ['index.html'],
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

/** Writes a project, in which the packages are installed, by default into a folder that is removed after the test. */
export async function createProject(
  files: Record<string, string> = {},
  folder?: string,
): Promise<string> {
  const dir = folder ?? (await createFolder())
  await symlink(PACKAGES, join(dir, 'node_modules'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), content)
  }
  return dir
}
