import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { checkSite, HOSTS, loadProject } from 'conversion-capi'
import { beforeEach, describe, expect, it } from 'vitest'

import { HOST_RECORDS } from '../../packages/cli/src/lib/hosts/hosts.ts'
import { replaceIn } from './lib/output.ts'
import { runCommand } from './lib/run-command.ts'
import { createProject } from './sites/sites.ts'

const PAGE = `<!doctype html>
<html lang="en"><head><title>Nord</title><meta name="description" content="Chess."></head>
<body><h1>Nord</h1></body></html>
`
const SCHOOL = [
  '--name=Nord',
  '--url=https://nord.example',
  '--language=en',
  '--pixel-id=1234567890',
]
const FLAGS = ['--host=vercel', ...SCHOOL]

const npm = (name: string) => ({
  'package.json': `{"scripts":{"start":"x","build":"x"},"dependencies":{"${name}":"1"}}`,
})

let dir: string

beforeEach(async () => {
  dir = await createProject({ 'public/index.html': PAGE })
})

describe('conversion-capi init, without a terminal', () => {
  it.each(HOSTS)('writes a project for %s that can be loaded', async (host) => {
    const endpoint =
      host === 'supabase' ? ['--endpoint=https://abc.supabase.co/functions/v1/conversion-capi'] : []
    const { code } = await runCommand(['init', dir, ...SCHOOL, `--host=${host}`, ...endpoint])
    expect(code).toBe(0)
    const { school, site } = await loadProject(dir)
    expect(site).toMatchObject({ host, pixelId: '1234567890', pages: 'public' })
    expect(school).toEqual({
      name: 'Nord',
      summary: 'Chess.',
      description: 'Chess.',
      url: 'https://nord.example',
      tracker: 'nord',
      language: 'en',
      pages: [{ path: '/', title: 'Nord', description: 'Chess.' }],
      ...(host === 'supabase' && {
        endpoint: 'https://abc.supabase.co/functions/v1/conversion-capi',
      }),
    })
    const { copied, settings = [] } = HOST_RECORDS[host]
    for (const file of [copied, settings].flat())
      expect(existsSync(join(dir, file)), file).toBe(true)
    if (host === 'node') expect(await read('server.ts')).toContain("'../queue/events.sqlite'")
    expect(await read('.env.example')).toMatch(
      /^META_PIXEL_ID=1234567890\nMETA_ACCESS_TOKEN=\nMETA_GRAPH_VERSION=v\d+\.0\n$/,
    )
    const queue = host === 'node' ? 'queue/\n' : ''
    expect(await read('.gitignore')).toBe(`node_modules/\ndist/\n.conversion-capi/\n.env\n${queue}`)
  })

  it.each([
    ['pnpm install', { 'pnpm-lock.yaml': '' }, {}],
    ['yarn install', { 'yarn.lock': '' }, { npm_config_user_agent: 'npm/11' }],
    ['bun install', { 'package.json': '{"packageManager":"bun@1.3.0"}' }, {}],
    ['pnpm install', {}, { npm_config_user_agent: 'pnpm/11.28.10 node/v24' }],
    ['npm install', { 'package-lock.json': '{}' }, { npm_config_user_agent: 'pnpm/11' }],
  ])('prints %s for the package manager of the workspace: %j, %j', async (line, files, env) => {
    dir = await createProject({ ...files, '.git/HEAD': '' })
    const { stdout } = await runCommand(['init', join(dir, 'apps/new'), ...FLAGS], env)
    expect(stdout).toContain(`\n  ${line}\n  ${line.split(' ')[0]} run dev`)
  })

  it('creates the folder of a new project', async () => {
    const { code } = await runCommand(['init', join(dir, 'new'), ...FLAGS])
    expect(code).toBe(0)
    expect(await read('new/public/index.html')).toContain('<script defer src="/nord.js"></script>')
  })

  /** The files by which each is recognized, and one with markup, as its own starter writes them. */
  it.each<[label: string, files: Record<string, string>]>([
    // rails 6.1, symfony/skeleton, django-admin 3.2
    ['Rails', { Gemfile: '', 'public/404.html': PAGE }],
    ['Symfony', { 'symfony.lock': '{}', 'public/404.html': PAGE }],
    ['Django', { 'manage.py': '', 'templates/base.html': PAGE }],
    // create-docusaurus 3.10.2, @angular/cli 22.2.7, cra-template 1.3.0, @vue/cli 5.0.9, vitepress 1.6.4
    ['Docusaurus', { ...npm('@docusaurus/core'), 'docs/intro.md': '# Nord' }],
    ['Angular', { ...npm('@angular/core'), 'src/index.html': PAGE }],
    ['Create React App', { ...npm('react-scripts'), 'public/index.html': PAGE }],
    ['Vue CLI', { ...npm('@vue/cli-service'), 'public/index.html': PAGE }],
    ['VitePress', { ...npm('vitepress'), 'docs/index.md': '# Nord' }],
    // @11ty/eleventy 3.1.8, hexo-cli 4.3.2, gatsby 5.16.1
    ['Eleventy', { ...npm('@11ty/eleventy'), 'index.html': PAGE }],
    ['Hexo', { ...npm('hexo'), '_config.yml': '', 'source/a.html': PAGE }],
    ['Gatsby', { ...npm('gatsby'), 'src/pages/index.js': '' }],
    // hugo 0.111, jekyll 4.3, mkdocs 1.4, pelican 4.8, middleman 4
    ['Zola or Hugo', { 'config.toml': "baseURL = '/'", 'layouts/index.html': PAGE }],
    ['Jekyll', { '_config.yml': '', Gemfile: '', '404.html': PAGE }],
    ['MkDocs', { 'mkdocs.yml': 'site_name: Nord', 'docs/index.md': '# Nord' }],
    ['Pelican', { 'pelicanconf.py': '', 'content/a.html': PAGE }],
    ['Middleman', { 'config.rb': '', Gemfile: '', 'source/index.html': PAGE }],
    ['The script "build" of package.json', { ...npm('ejs'), 'src/index.html': PAGE }],
  ])('adds only the script to the document of %s, which it recognizes', async (label, files) => {
    dir = await createProject(files)
    const { code, stdout } = await runCommand(['init', dir, ...FLAGS, '--yes'])
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${label} builds the pages.`)])
    expect(stdout).toContain('Run "conversion-capi files ')
    // Only commands that the project has.
    expect(stdout.includes('npm run start')).toBe('package.json' in files)
    const hasServer = /^(?:Rails|Symfony|Django|The script)/.test(label)
    expect(existsSync(join(dir, 'api/conversion-capi.ts'))).toBe(!hasServer)
    if (!hasServer) expect(await read('vercel.json')).not.toContain('outputDirectory')
    expect(await loadProject(dir)).toMatchObject({ site: { framework: 'other' } })
    const paths = Object.keys(files).filter((each) => each !== 'package.json')
    const shell = paths.find((each) => /^(?:public\/|src\/)?index\.html$/.test(each))
    for (const path of paths) {
      const added = path === shell ? '<head><script src="/nord.js" async></script>' : '<head>'
      expect(await read(path), path).toBe(files[path]!.replace('<head>', added))
    }
    const codes = (await checkSite({ dir })).map((each) => each.code)
    expect(codes.filter((each) => /^(?:app|function|endpoint)-/.test(each!))).toEqual([
      ...(hasServer ? ['endpoint-unread'] : []),
      ...(shell ? [] : ['app-script']),
    ])
    const isWritten = /^(?:Angular|Create|Docusaurus|Gatsby|Vue CLI)/.test(label)
    if ('package.json' in files)
      expect((await read('package.json')).includes('conversion-capi files ')).toBe(isWritten)
  })

  it('shows the changes to the pages, and writes them only with --edit-pages', async () => {
    const { stdout } = await runCommand(['init', dir, ...FLAGS])
    expect(stdout).toContain('\npublic/index.html\n+ <script defer src="/nord.js"></script>\n')
    expect(stdout).toContain('warning: public/index.html: The page was not changed')
    expect(await read('public/index.html')).toBe(PAGE)
    const { stdout: second } = await runCommand(['init', dir, ...FLAGS, '--edit-pages'])
    expect(second).toContain('Changed public/index.html\n')
    expect(await read('public/index.html')).toContain('<script defer src="/nord.js"></script>')
  })

  it.each(
    HOSTS.slice(0, 3).flatMap((host) => [
      [host, '\n'],
      [host, '\r\n'],
    ]),
  )(
    'changes nothing if it runs again for %s, with %j at the end of lines',
    async (host, newline) => {
      const flags = [...SCHOOL, `--host=${host}`, '--edit-pages']
      await writeFile(join(dir, 'public/index.html'), PAGE.replaceAll('\n', newline))
      await runCommand(['init', dir, ...flags])
      // Git for Windows converts the other files, too.
      expect((await read('public/index.html')).replaceAll('\r\n', '').includes('\n')).toBe(
        newline === '\n',
      )
      for (const [file, text] of Object.entries(await readAll())) {
        await writeFile(join(dir, file), text.replaceAll(/\r?\n/g, newline))
      }
      const before = await readAll()
      const { code, stdout } = await runCommand(['init', dir, ...flags, '--json'])
      expect(JSON.parse(stdout)).toMatchObject({ ok: true, written: [], kept: [] })
      expect([code, await readAll()]).toEqual([0, before])
    },
  )

  it('keeps files that have other content, also with --yes, unless --overwrite is given', async () => {
    await writeFile(join(dir, 'school.config.ts'), '// mine')
    for (const flags of [[], ['--yes']]) {
      const { stdout } = await runCommand(['init', dir, ...FLAGS, ...flags])
      expect(stdout).toContain(
        'warning: school.config.ts: The file has other content and was kept.',
      )
      expect(await read('school.config.ts')).toBe('// mine')
    }
    await runCommand(['init', dir, ...FLAGS, '--overwrite'])
    expect(await read('school.config.ts')).toContain('defineSchool')
  })

  it('writes new answers into the files of an earlier run, and keeps what a person has written', async () => {
    await runCommand(['init', dir, ...FLAGS])
    const [config, variables] = [join(dir, 'school.config.ts'), join(dir, '.env.example')]
    const course = `programs: [{ name: 'Chess', prices: [{ amount: 90, currency: 'EUR' }] }], // Ours\n  name:`
    await replaceIn(config, 'name:', course)
    await writeFile(
      variables,
      `# Ours\nOLD_META_PIXEL_ID=1234567890\n${await read('.env.example')}`,
    )
    const before = await read('school.config.ts')
    const flags = ['--pixel-id=987654321', '--consent=wait', '--main-site=https://main.example']
    await runCommand(['init', dir, ...flags, '--overwrite', '--edit-pages'])
    expect((await read('.env.example')).split('\n').slice(0, 3)).toEqual([
      '# Ours',
      'OLD_META_PIXEL_ID=1234567890',
      'META_PIXEL_ID=987654321',
    ])
    expect(await read('school.config.ts')).toContain(course)
    expect(await loadProject(dir)).toMatchObject({
      school: { mainSite: 'https://main.example' },
      site: { pixelId: '987654321', tracker: { consent: 'wait' } },
    })
    await runCommand(['init', dir, '--pixel-id=1', '--consent=none', '--edit-pages'])
    expect((await loadProject(dir)).site).toMatchObject({ pixelId: '1' })
    expect((await loadProject(dir)).site.tracker).not.toHaveProperty('consent')
    expect((await read('school.config.ts')).length).toBeGreaterThan(before.length)
    await replaceIn(config, "pixelId: '1'", 'pixelId: String(1)')
    const { stdout } = await runCommand(['init', dir, '--pixel-id=2', '--edit-pages'])
    expect(stdout + (await read('school.config.ts'))).toContain("pixelId: '2'")
  })

  it("keeps the type and the indentation of the project's package.json, and builds", async () => {
    const manifest = '{\n\t"scripts": {\n\t\t"start": "node app.js"\n\t}\n}\n'
    await writeFile(join(dir, 'package.json'), manifest)
    await writeFile(join(dir, 'app.js'), "require('node:fs')")
    await runCommand(['init', dir, ...FLAGS, '--yes'])
    expect(await read('package.json')).toContain('\n\t"scripts": {\n\t\t"dev"')
    expect(JSON.parse(await read('package.json'))).not.toHaveProperty('type')
    await promisify(execFile)(process.execPath, [join(dir, 'app.js')])
    expect((await runCommand(['build', dir])).code).toBe(0)
  })

  it('gives the tracker another name than a variable of the pages', async () => {
    await writeFile(join(dir, 'public/app.js'), 'const nord = document.querySelector(".nord")')
    await runCommand(['init', dir, ...FLAGS, '--yes'])
    expect((await loadProject(dir)).school.tracker).toBe('nordTracker')
    expect((await runCommand(['check', dir])).stdout).not.toContain('error:')
  })

  it('reads the answers of an earlier run, and keeps the changed name of the tracker', async () => {
    await runCommand(['init', dir, ...FLAGS])
    await replaceIn(join(dir, 'school.config.ts'), "tracker: 'nord'", "tracker: 'polaris'")
    await writeFile(join(dir, 'public/new.html'), PAGE)
    const before = await read('school.config.ts')
    const { stdout, stderr } = await runCommand(['init', dir, '--edit-pages'])
    expect(stderr).toBe('')
    expect(stdout).not.toContain('school.config.ts')
    expect(await read('public/new.html')).toContain('<script defer src="/polaris.js"></script>')
    expect(await read('school.config.ts')).toBe(before)
  })

  it('leaves out titles that several pages share', async () => {
    for (const [file, title] of Object.entries({ team: 'Team', voices: 'Team', about: 'About' })) {
      await writeFile(join(dir, `public/${file}.html`), PAGE.replace('Nord', title))
    }
    await runCommand(['init', dir, ...FLAGS])
    expect((await loadProject(dir)).school.pages).toEqual([
      { path: '/about.html', title: 'About', description: 'Chess.' },
      { path: '/', title: 'Nord', description: 'Chess.' },
      { path: '/team.html' },
      { path: '/voices.html' },
    ])
  })

  it("leaves out a template's title and description", async () => {
    const page = PAGE.replace('<title>Nord', '<meta name="generator" content="Xara 9"><title>Xara')
    for (const file of ['about', 'index']) await writeFile(join(dir, `public/${file}.html`), page)
    await runCommand(['init', dir, ...FLAGS])
    const { school } = await loadProject(dir)
    expect(school.summary).toBeUndefined()
    expect(school.pages).toEqual([{ path: '/about.html' }, { path: '/' }])
  })

  it('lets the pages send the page view if they load the pixel later', async () => {
    const pixel = `<script>setTimeout(() => { fbq('init', '1'); fbq('track', 'PageView') }, 9)</script>`
    await writeFile(join(dir, 'public/index.html'), PAGE.replace('</head>', `${pixel}</head>`))
    await runCommand(['init', dir, ...FLAGS, '--edit-pages'])
    expect((await loadProject(dir)).site.tracker).toEqual({ pageView: false })
    const before = await readAll()
    await runCommand(['init', dir, '--edit-pages'])
    expect(await readAll()).toEqual(before)
  })

  it('lets either the form or the thank-you page send the Lead', async () => {
    const base = `<script>fbq('init', '1234567890');fbq('track', 'PageView')</script></head>`
    const form = '<form method="post" action="/mail"><input type="tel" name="t"></form>'
    const page = PAGE.replace('</head>', base)
    await writeFile(join(dir, 'public/index.html'), page.replace('</h1>', `</h1>${form}`))
    const lead = "<script>\nfbq('track', 'Lead');\n</script></body>"
    await writeFile(join(dir, 'public/thanks.html'), page.replace('</body>', lead))
    const { stdout } = await runCommand(['init', dir, ...FLAGS, '--yes'])
    expect(stdout).toContain("warning: public/thanks.html:4: The change removes the pixel's Lead")
    expect(await read('public/index.html')).toContain('<form data-track="Lead"')
    expect(await read('public/thanks.html')).not.toContain("'Lead'")
    expect((await runCommand(['check', dir])).stdout).not.toMatch(/^error/m)
  })

  it('leaves out the form of a page without text whose action is missing', async () => {
    const form = (action: string) =>
      `<title>a</title><form action="${action}"><input name="name"><input type="tel"></form>`
    dir = await createProject({
      'public/theme.html': form('contact_me.php'),
      'public/served.html': form('mail.php'),
      'public/mail.php': '',
      'public/outside.html': form('https://forms.example/1'),
      'public/text.html': `<p>Call us.</p>${form('contact_me.php')}`,
    })
    await runCommand(['init', dir, ...FLAGS, '--yes'])
    expect(await read('public/theme.html')).not.toContain('data-track')
    for (const name of ['served', 'outside', 'text']) {
      expect(await read(`public/${name}.html`), name).toContain('data-track')
    }
  })

  const PIXEL = `fbq('init', '1234567890');`
  const TAG_MANAGER = '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>'

  it.each([
    [
      'a banner, whose script it adds',
      `<script src="https://consent.cookiebot.com/uc.js"></script><script>${PIXEL}fbq('track', 'PageView')</script>`,
      /^not verifiable: .*passes the decision of Cookiebot/m,
      [],
    ],
    [
      'a banner without a script',
      `<script src="https://cdn-cookieyes.com/a.js"></script><script>${PIXEL}</script>`,
      /^warning: .*waits for the decision of CookieYes, but no code/m,
      ['consent-unconnected'],
    ],
    [
      'a platform that loads the pixel, in a file',
      '<script src="/cookies.js"></script>',
      /^warning: .*waits for the decision, but no code/m,
      ['consent-unconnected'],
    ],
  ])('says what passes the decision beside a tag manager: %s', async (_, html, message, codes) => {
    await writeFile(
      join(dir, 'public/index.html'),
      PAGE.replace('</head>', `${html}${TAG_MANAGER}</head>`),
    )
    await writeFile(join(dir, 'public/cookies.js'), `services.user.facebookpixelId = '1234567890'`)
    const { stdout } = await runCommand(['init', dir, ...FLAGS, '--yes'])
    expect(stdout).toMatch(message)
    expect(await read('school.config.ts')).toContain("consent: 'wait'")
    const { findings } = JSON.parse((await runCommand(['check', dir, '--json'])).stdout)
    const found = (findings as { code: string }[]).map(({ code }) => code)
    expect(found.filter((code) => code.startsWith('consent-'))).toEqual(codes)
    // Again, it changes nothing and says the same.
    const again = await runCommand(['init', dir, '--yes'])
    expect(again.stdout).not.toContain('Changed public')
    expect(again.stdout.includes('but no code')).toBe(codes.length > 0)
  })

  it('names a page whose bytes cannot be edited, and leaves it as it is', async () => {
    // Ends in the first half of a character of four bytes.
    const text = Buffer.from(`${'bacb'.repeat(300)}c434`, 'hex')
    const page = Buffer.concat([
      Buffer.from('<html lang="zh"><meta charset="gb18030"><title>Nord</title>'),
      text,
      Buffer.from('<form><input type="email"><input type="tel"></form>'),
    ])
    await writeFile(join(dir, 'public/b.html'), page)
    const { stdout } = await runCommand(['init', dir, ...FLAGS, '--edit-pages'])
    expect(stdout).toContain('The page was not changed, because it cannot be edited as gb18030')
    expect(await readFile(join(dir, 'public/b.html'))).toEqual(page)
  })

  it('extends package.json, .gitignore and the settings of the host', async () => {
    await writeFile(join(dir, 'package.json'), '{"name":"mine","scripts":{"dev":"vite"}}')
    await writeFile(join(dir, '.gitignore'), 'dist\nnotes.txt')
    await writeFile(
      join(dir, 'vercel.json'),
      '{"regions":["fra1"],"rewrites":[{"source":"/a","destination":"/b"}]}',
    )
    await runCommand(['init', dir, ...FLAGS])
    expect(JSON.parse(await read('package.json'))).toMatchObject({
      name: 'mine',
      scripts: { dev: 'vite', build: 'conversion-capi build' },
      dependencies: { '@conversion-capi/vercel': expect.stringMatching(/^\^/) },
    })
    expect(await read('.gitignore')).toBe(
      'dist\nnotes.txt\nnode_modules/\n.conversion-capi/\n.env\n',
    )
    const { regions, rewrites } = JSON.parse(await read('vercel.json'))
    expect(regions).toEqual(['fra1'])
    expect(rewrites.map(({ source }: { source: string }) => source)).toEqual([
      '/functions/v1/conversion-capi',
      '/a',
    ])
  })

  it('keeps packages that are dependencies already, without a second version', async () => {
    const packages = {
      '@conversion-capi/content': 'file:content.tgz',
      '@conversion-capi/vercel': 'file:vercel.tgz',
      'conversion-capi': 'file:conversion-capi.tgz',
    }
    await writeFile(join(dir, 'package.json'), JSON.stringify({ dependencies: packages }))
    await runCommand(['init', dir, ...FLAGS])
    const { dependencies, devDependencies } = JSON.parse(await read('package.json'))
    expect({ dependencies, devDependencies }).toEqual({
      dependencies: packages,
      devDependencies: {},
    })
    expect(Object.keys(dependencies)).toEqual(Object.keys(packages))
  })

  it('names what else counts if no form does, and how to wait for consent', async () => {
    await writeFile(
      join(dir, 'public/index.html'),
      '<title>Nord</title><a href="tel:+481">Call</a>',
    )
    const { stdout } = await runCommand(['init', dir, ...FLAGS])
    expect(stdout).toContain('Add data-track="Lead" to what visitors click instead')
    await runCommand(['init', dir, '--yes', '--consent=wait'])
    expect(await read('school.config.ts')).toContain("consent: 'wait'")
    const inPages = await runCommand(['check', join(dir, 'public')])
    expect(inPages.stderr).toContain(`Run the command in ${dir}, which has one.`)
  })

  it('writes a first page into a project without pages', async () => {
    await rm(join(dir, 'public'), { recursive: true })
    await runCommand(['init', dir, ...FLAGS])
    expect(await read('public/index.html')).toContain(
      '<form data-track="Lead" data-sample method="dialog">',
    )
    expect((await runCommand(['build', dir, '--output=dist'])).code).toBe(0)
  })

  it.each<[problem: string, argv: string[], code: number, message: string]>([
    [
      'flags are missing',
      ['--host=vercel'],
      2,
      'Without a terminal, init needs --yes or more flags. Found in your files: --name="Nord" --language="en". Your files do not contain all that init needs. Add --url (https://…).',
    ],
    [
      'no file states what --yes could accept',
      ['--yes'],
      2,
      'Your files do not contain all that init needs. Add --host (vercel, netlify, cloudflare, deno, supabase, node), --url (https://…).',
    ],
    [
      'values are unusable',
      ['--host=vercel', '--pixel-id=1', '--url=nord', '--language=yy', '--name=[Nord]'],
      2,
      '--name is unusable. Remove the square brackets "[" and "]", which end the text of a link. --url is unusable. Write the https origin of this site, such as "https://school.example". --language is unusable. Write a language tag, such as "en" or "pt-BR".',
    ],
    [
      'the pages are in the root',
      [...FLAGS, '--pages=site'],
      1,
      "The pages are in the project's root, and the whole folder would be published. Move them to site/.",
    ],
  ])('fails in a sentence and writes nothing if %s', async (_, argv, code, message) => {
    await writeFile(join(dir, 'index.html'), PAGE)
    const before = await readAll()
    const run = await runCommand(['init', dir, ...argv])
    expect(run.code).toBe(code)
    expect(run.stderr).toBe(`error: ${message}\n`)
    expect(await readAll()).toEqual(before)
  })

  it('suggests what the pages state, and accepts it with --yes', async () => {
    const html = PAGE.replace(
      '</head>',
      `<link rel="canonical" href="https://nord.example/"><script>fbq('init', '9876543210')</script></head>`,
    )
    await mkdir(join(dir, 'site'))
    await rm(join(dir, 'public'), { recursive: true })
    await writeFile(join(dir, 'site/index.html'), html)
    await writeFile(join(dir, 'netlify.toml'), '')
    const { stderr } = await runCommand(['init', dir])
    expect(stderr).toBe(
      'error: Without a terminal, init needs --yes or more flags. Found in your files: --host="netlify" --name="Nord" --url="https://nord.example" --language="en" --pixel-id="9876543210".\n',
    )
    const { stdout } = await runCommand(['init', dir, '--yes', '--json'])
    expect(JSON.parse(stdout).found).toEqual({
      host: { value: 'netlify', from: 'netlify.toml' },
      name: { value: 'Nord', from: '<title>, site/index.html' },
      url: { value: 'https://nord.example', from: 'canonical, site/index.html:2' },
      language: { value: 'en', from: '<html lang>, site/index.html:2' },
      pixelId: { value: '9876543210', from: 'site/index.html:2' },
    })
    const { site } = await loadProject(dir)
    expect(site).toMatchObject({ host: 'netlify', pixelId: '9876543210', pages: 'site' })
    expect(await read('site/index.html')).toContain('<script defer src="/nord.js"></script>')
  })

  it('says which name and language it takes from the pages, and refuses the site itself as the main site', async () => {
    const flags = ['--host=node', '--url=https://nord.example', '--yes']
    const text = '<p>Satovi plesa za mlade i odrasle su u dvorani na trgu.'.repeat(10)
    const html = `<img class="logo" alt="Logo Akademia Sowa"><p>© 2026 Akademia Sowa</p>${text}`
    await writeFile(join(dir, 'public/index.html'), `<title>Home</title>${html}`)
    const same = await runCommand(['init', dir, ...flags, '--main-site=https://nord.example/'])
    expect([same.code, same.stderr]).toEqual([
      2,
      'error: --main-site is unusable. This is the URL of this site. Write the URL of another site.\n',
    ])
    const { stdout } = await runCommand(['init', dir, ...flags])
    expect(stdout).toContain(
      `Name of the school: Akademia Sowa, from the logo and copyright, public/index.html; change it in school.config.ts.
Language: hr, from the words of the text, which can also be bs or sr, public/index.html:1; change it in school.config.ts.`,
    )
  })

  it('needs no pixel ID, which build and check then ask for', async () => {
    const flags = FLAGS.filter((flag) => !flag.startsWith('--pixel-id'))
    const { stdout } = await runCommand(['init', dir, ...flags, '--edit-pages'])
    expect(stdout).toContain('Add pixelId to school.config.ts before npm run build')
    expect(await read('.env.example')).toContain('META_PIXEL_ID=\n')
    expect((await loadProject(dir, { isDraft: true })).missing).toHaveLength(1)
    for (const command of ['build', 'check']) {
      const { code, stdout, stderr } = await runCommand([command, dir])
      expect(code).toBe(1)
      expect(stdout + stderr).toContain('site.pixelId is missing. Write the ID of your Meta pixel')
    }
  })

  it('notices flags that npm has taken, and names the command to run', async () => {
    const env = { npm_config_host: 'vercel', npm_config_pixel_id: '7' }
    const { code, stderr } = await runCommand(['init', dir], env)
    expect(code).toBe(2)
    expect(stderr).toContain('npm create conversion-capi@latest')
    expect(stderr).toContain('-- --host="vercel" --pixel-id="7".')
  })

  it('restores what it wrote if a file cannot be written', async () => {
    // The last file is a link to a file that does not exist.
    await symlink('missing', join(dir, '.gitignore'))
    const before = await readAll()
    const { code, stderr } = await runCommand(['init', dir, ...FLAGS, '--edit-pages'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^error: \S+\.gitignore is a link or a folder\. .* Nothing was written\.\n$/,
      ),
    ])
    expect(await readAll()).toEqual(before)
  })
})

function read(file: string): Promise<string> {
  return readFile(join(dir, file), 'utf8')
}

async function readAll(): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dir.length + 1))
    .filter((file) => !file.startsWith('node_modules'))
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await read(file)])))
}
