import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { transformSync } from 'esbuild'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { editApp } from '../../packages/cli/src/lib/init/edits/edit-app.ts'
import { FRAMEWORK_RECORDS } from '../../packages/cli/src/lib/framework/frameworks.ts'
import { runCommand } from './lib/run-command.ts'
import { createProject } from './sites/sites.ts'

const FLAGS = [
  '--host=vercel',
  '--name=Nord',
  '--url=https://nord.example',
  '--language=en',
  '--yes',
]
const FIELDS =
  '<input name="name" /><input type="email" name="email" /><button>Book a trial lesson</button>'
const FORM = `export const Ask = () => (\n  <form onSubmit={() => send()}>${FIELDS}</form>\n)\n`

/** The documents that the templates of each framework have, and what `init` adds to them. */
const SHELLS: [
  framework: keyof typeof FRAMEWORK_RECORDS,
  path: string,
  code: string,
  added: RegExp,
][] = [
  [
    'next',
    'src/app/layout.tsx',
    'export default function Layout({ children }: { children: unknown }) {\n  return (\n    <html lang="en" className={cn({ dark: a > b })}>\n      <body>{children}</body>\n    </html>\n  )\n}\n',
    /b \}\)\}>\n {6}<head><script src="\/nord\.js" async><\/script><\/head>\n {6}<body>/,
  ],
  [
    'next',
    'app/[locale]/layout.tsx',
    '// The <head> is here.\nexport default ({ children }) => <html><head><title>Nord</title></head><body>{children}</body></html>\n',
    /<html><head><script src="\/nord\.js" async><\/script><title>/,
  ],
  [
    'next',
    'app/layout.tsx',
    'export default ({ children }) => <html lang="en"><head /><body>{children}</body></html>\n',
    /<html lang="en"><head><script src="\/nord\.js" async><\/script><\/head><body>/,
  ],
  [
    'next',
    'pages/_document.tsx',
    'import { Head, Html, Main } from \'next/document\'\nexport default () => (\n  <Html>\n    <Head>\n      <meta name="a" />\n    </Head>\n    <Main />\n  </Html>\n)\n',
    /<Head>\n {6}<script src="\/nord\.js" async><\/script>\n {6}<meta/,
  ],
  [
    'sveltekit',
    'src/app.html',
    '<!doctype html>\r\n<html lang="en">\r\n\t<head>\r\n\t\t<meta charset="utf-8" />\r\n\t</head>\r\n</html>\r\n',
    /<head>\r\n\t\t<script src="%sveltekit\.assets%\/nord\.js" async><\/script>\r\n\t\t<meta/,
  ],
  [
    'astro',
    'src/layouts/Base.astro',
    '---\nconst { title } = Astro.props\n---\n<html lang="en">\n  <head>\n    <title>{title}</title>\n  </head>\n  <body><slot /></body>\n</html>\n',
    /<head>\n {4}<script is:inline src="\/nord\.js" async><\/script>\n {4}<title>/,
  ],
  [
    'react-router',
    'app/root.tsx',
    'export default () => <html lang="en"><head><Meta /><Links /></head><body><Outlet /></body></html>\n',
    /<head><script src="\/nord\.js" async><\/script><Meta \/>/,
  ],
  [
    'next',
    'src/components/root-document.tsx',
    'export const RootDocument = ({ children, lang }) => (\n  <html lang={lang}>\n    <body>{children}</body>\n  </html>\n)\n',
    /<html lang=\{lang\}>\n {4}<head><script src="\/nord\.js" async><\/script><\/head>\n/,
  ],
]

describe('init in an app', () => {
  it.each(SHELLS)(
    'of %s writes the script into %s, and data-track into the form',
    async (framework, path, code, added) => {
      const { dependency, config } = FRAMEWORK_RECORDS[framework]
      const dir = await createProject({
        'package.json': JSON.stringify({ dependencies: { [dependency]: '1.0.0' } }),
        [`${config}.mjs`]: 'export default {}\n',
        [path]: code,
        'src/Ask.tsx': FORM,
        'src/admin/Login.tsx': FORM,
      })
      const { code: exitCode, stdout } = await runCommand(['init', dir, ...FLAGS])
      expect(exitCode).toBe(0)
      expect(stdout).not.toContain('In the <head> of')
      expect(await read(dir, path)).toMatch(added)
      expect(await read(dir, 'src/Ask.tsx')).toBe(FORM.replace('<form', '<form data-track="Lead"'))
      expect(await read(dir, 'src/admin/Login.tsx')).toBe(FORM)
      const again = await runCommand(['init', dir, ...FLAGS])
      expect(again.stdout).not.toMatch(/^(?:Created|Changed)/m)
    },
  )

  it('names what has another shape, and changes nothing there', async () => {
    const files = {
      'package.json': '{"dependencies":{"next":"16"}}',
      'next.config.mjs': 'export default {}\n',
      'app/layout.tsx': 'export default ({ children }) => <Html>{children}</Html>\n',
      'src/Ask.tsx': FORM.replaceAll('form', 'Form'),
    }
    const dir = await createProject(files)
    const { stdout } = await runCommand(['init', dir, ...FLAGS])
    for (const path of ['app/layout.tsx', 'src/Ask.tsx'] as const)
      expect(await read(dir, path)).toBe(files[path])
    expect(stdout).toContain(
      'In the <head> of app/layout.tsx: <script src="/nord.js" async></script>',
    )
    expect(stdout).toContain('warning: src/Ask.tsx:2: The form seems to collect contact data')
  })

  it('adds the function to the Supabase project of an app, and reads its URL there', async () => {
    const own = 'project_id = "abcdefghijklmnopqrst"\n\n[functions.ask]\nverify_jwt = false\n'
    const dir = await createProject({
      'package.json': '{"devDependencies":{"vite":"8"}}',
      'vite.config.ts': 'export default { plugins: [] }\n',
      'index.html': '<html lang="en"><head><title>Nord</title></head></html>\n',
      'supabase/config.toml': own,
    })
    const { code } = await runCommand(['init', dir, ...FLAGS.slice(1)])
    expect(code).toBe(0)
    const config = await read(dir, 'supabase/config.toml')
    expect(config.startsWith(own)).toBe(true)
    expect(config).toMatch(/\[functions\.conversion-capi\]\n.*\nverify_jwt = false\n$/)
    expect(await read(dir, 'supabase/functions/conversion-capi/index.ts')).toContain(
      "'npm:@conversion-capi/deno@^",
    )
    expect(await read(dir, 'school.config.ts')).toContain(
      "endpoint: 'https://abcdefghijklmnopqrst.supabase.co/functions/v1/conversion-capi'",
    )
  })

  it('writes the files that the guide for app builders shows', async () => {
    const guide = await readFile(
      new URL('../../docs/guides/app-builders.md', import.meta.url),
      'utf8',
    )
    const [config, endpoint, settings] = [...guide.matchAll(/```(?:ts|toml)\n([^]*?)```/g)].map(
      ([, code]) => code,
    )
    const dir = await createProject({
      'package.json': '{"devDependencies":{"vite":"8"}}',
      'vite.config.ts': 'export default { plugins: [] }\n',
      'index.html': '<html lang="en"><head></head></html>\n',
      'supabase/config.toml': 'project_id = "abcdefghijklmnopqrst"\n',
    })
    const flags = ['--name=School', '--url=https://school.example', '--pixel-id=1234567890123456']
    await runCommand(['init', dir, '--yes', ...flags])
    expect(await read(dir, 'school.config.ts')).toBe(config)
    expect(await read(dir, 'supabase/functions/conversion-capi/index.ts')).toBe(endpoint)
    expect(await read(dir, 'supabase/config.toml')).toContain(settings)
  })

  it.each([
    ['public/robots.txt', 'User-agent: *\nSitemap: https://nord.example/sitemap.xml\n'],
    ['static/sitemap.xml', '<urlset><url><loc>https://nord.example/</loc></url></urlset>'],
    ['CNAME', 'nord.example\n'],
  ])('reads the URL in %s', async (path, body) => {
    const dir = await createProject({
      'package.json': '{"devDependencies":{"vite":"8"}}',
      'vite.config.ts': 'export default { plugins: [] }\n',
      'index.html': '<html lang="en"><head></head></html>\n',
      [path]: body,
    })
    const flags = FLAGS.filter((flag) => !flag.startsWith('--url'))
    expect((await runCommand(['init', dir, ...flags])).code).toBe(0)
    expect(await read(dir, 'school.config.ts')).toContain("url: 'https://nord.example'")
  })

  it('goes to the folder of the app in a repository, and asks which of several', async () => {
    const app = {
      'package.json': '{"dependencies":{"next":"16"}}',
      'next.config.mjs': 'export default {}\n',
    }
    const inFolder = (folder: string) =>
      Object.fromEntries(Object.entries(app).map(([name, body]) => [`${folder}/${name}`, body]))
    const dir = await createProject({
      'package.json': '{}',
      'server/index.js': '',
      ...inFolder('frontend'),
    })
    const { stdout } = await runCommand(['init', dir, ...FLAGS, '--consent=wait'])
    expect(stdout).toContain('/frontend')
    expect(stdout).toContain('Nothing is sent until a script calls nord.consent(true)')
    expect(await read(dir, 'frontend/school.config.ts')).toContain("framework: 'next'")
    expect((await runCommand(['check', dir])).stdout).toContain('site.pixelId is missing')
    const several = await createProject({
      'package.json': '{}',
      ...inFolder('apps/web'),
      ...inFolder('apps/admin'),
    })
    const { code, stderr } = await runCommand(['init', several, ...FLAGS])
    expect([code, stderr]).toEqual([2, expect.stringContaining('init apps/admin')])
  })
})

function read(dir: string, path: string): Promise<string> {
  return readFile(join(dir, path), 'utf8')
}

it('only adds to an app, whose files still parse', () => {
  const attributes = fc.subarray([
    'lang="en>"',
    "title={a ? '<head>' : b}",
    'className={cn({ a: b > c })}',
    'hidden',
    'style={{ a: `}` }}',
  ])
  const space = fc.constantFrom(' ', '\n    ', '\r\n\t')
  const comment = fc.constantFrom('', '/* <html> <head> */', '{/* <form> */}')
  const component = fc
    .tuple(attributes, space, comment, fc.boolean(), fc.constantFrom('form', 'Form'))
    .map(([names, gap, text, hasHead, form]) => {
      const tag = (name: string) => `<${[name, ...names].join(gap)}>`
      const before = text.startsWith('{') ? '' : text
      const inside = text.startsWith('{') ? text : ''
      const head = hasHead ? `${gap}${tag('head')}${gap}<title>Nord</title></head>` : ''
      return `${before}\nexport default ({ children }) => (${gap}${tag('html')}${inside}${head}<body>${tag(form)}${gap}${FIELDS}</${form}>{children}</body></html>)`
    })
  fc.assert(
    fc.property(component, (code) => {
      const sources = [{ path: 'app/layout.tsx', code }]
      const { files, byHand } = editApp(sources, FRAMEWORK_RECORDS.next, 'nord')
      const body = files[0]?.body ?? code
      const script = '<script src="/nord.js" async></script>'
      const removed = body
        .replace(RegExp(`\\s*(?:<head>${script}</head>|${script})`), '')
        .replace(/\s+data-track="Lead"/, '')
      const plain = (text: string) => text.replaceAll(/\s+/g, '')
      expect(plain(removed)).toBe(plain(code))
      transformSync(body, { loader: 'tsx', jsx: 'preserve' })
      expect(byHand.length === 0).toBe(new RegExp(`<head[^]*${script}`).test(body))
    }),
    { numRuns: 2000 },
  )
})
