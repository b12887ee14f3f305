import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { startServer, type TestServer } from '@conversion-capi/test-support'
import { HOSTS, loadProject, runDev } from 'conversion-capi'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { HOST_RECORDS } from '../../packages/cli/src/lib/hosts/hosts.ts'
import { readOutput, replaceIn } from './lib/output.ts'
import { type CommandRun, runCommand } from './lib/run-command.ts'
import { createProject } from './sites/sites.ts'

const FLAGS = ['--url=https://track.szkola.example', '--yes']
/** What Tilda publishes, with the pixel in its settings, a banner and a number to call. */
const PAGE = `<!DOCTYPE html><html lang="pl"><head><meta charset="utf-8"><title>Szkoła</title>
<script id="Cookiebot" src="https://consent.cookiebot.com/uc.js"></script>
<script>fbq('init', '9876543210');fbq('track', 'PageView');</script>
<script src="https://static.tildacdn.com/js/tilda-scripts-3.0.min.js" defer></script>
</head><body><div id="allrecords" data-tilda-page-id="1"><a href="tel:+48220000000">+48 22 000 00 00</a></div></body></html>`

let dir: string
let site: TestServer
let requests: string[]
let page: string

beforeEach(async () => {
  dir = await createProject()
  requests = []
  page = PAGE
  site = await startServer((request, response) => {
    requests.push(request.url!)
    if (request.url !== '/') return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(page)
  })
})

afterEach(() => site.close())

/** Runs init with the site and the flags that it needs. */
function initSite(...flags: string[]): Promise<CommandRun> {
  return runCommand(['init', dir, `--builder=${site.url}`, '--host=node', ...FLAGS, ...flags])
}

describe('conversion-capi init --builder', () => {
  it.each(HOSTS)('writes a project for %s that builds into one folder', async (host) => {
    const endpoint = 'https://abc.supabase.co/functions/v1/conversion-capi'
    const flags = host === 'supabase' ? [`--endpoint=${endpoint}`] : []
    const init = ['init', dir, `--builder=${site.url}`, `--host=${host}`, ...FLAGS, ...flags]
    const { code, stderr } = await runCommand(init)
    expect([code, stderr]).toEqual([0, ''])
    expect(requests).toEqual(['/robots.txt', '/'])
    const { site: options } = await loadProject(dir)
    expect(options).toMatchObject({
      host,
      pixelId: '9876543210',
      builder: { url: site.url, platform: 'Tilda' },
      tracker: { consent: 'wait', nationalPhone: { countryCode: '48' } },
    })
    expect(existsSync(join(dir, 'public'))).toBe(false)
    expect(existsSync(join(dir, 'labels.ts'))).toBe(false)

    expect((await runCommand(['build', dir])).code).toBe(0)
    const script = await readOutput(dir, 'public/school.js')
    const sent =
      host === 'supabase' ? endpoint : 'https://track.szkola.example/functions/v1/conversion-capi'
    expect(script).toContain(sent)
    expect(script).toContain('9876543210')
    for (const file of HOST_RECORDS[host].copied)
      expect(existsSync(join(dir, 'dist', file))).toBe(true)
    expect((await runCommand(['check', dir])).code).toBe(0)
    // An empty list would be part of the table before it.
    if (host === 'netlify') expect(await readOutput(dir, 'netlify.toml')).not.toContain('redirects')
  })

  it('allows the origin of the site with and without www', async () => {
    const answers =
      '--url=https://track.school.example --host=node --language=en --pixel-id=1234567890 --consent=none'
    const flags = [...answers.split(' '), '--overwrite']
    for (const [builder, origins] of [
      ['https://www.school.example/landing', 'https://www.school.example,https://school.example'],
      ['https://school.example', 'https://school.example,https://www.school.example'],
      ['https://school.tilda.ws', 'https://school.tilda.ws,https://www.school.tilda.ws'],
      ['http://localhost:3000', 'http://localhost:3000'],
    ] as const) {
      const { code } = await runCommand(['init', dir, `--builder=${builder}`, ...flags])
      expect(code).toBe(0)
      expect(await readFile(join(dir, '.env.example'), 'utf8')).toContain(
        `META_ALLOWED_ORIGINS=${origins}\n`,
      )
    }
    expect(requests).toEqual([])
  })

  it('reports a list of origins without the site', async () => {
    await initSite()
    const { stdout } = await runCommand(['check', dir], {
      META_PIXEL_ID: '9876543210',
      META_ACCESS_TOKEN: 'EAAB',
      META_ALLOWED_ORIGINS: 'https://track.szkola.example',
    })
    expect(stdout).toContain(`META_ALLOWED_ORIGINS does not contain ${site.url}`)
  })

  it('says what the page states, and reads it only with a flag', async () => {
    const flags = ['init', dir, `--builder=${site.url}`, '--host=node', '--url=https://t.example']
    expect((await runCommand(flags)).stderr).toBe(
      'error: Not all that init needs is known. Add --language (a tag such as en or pt-BR), --pixel-id (the digits that Meta shows), --consent (wait, if visitors must agree before they are tracked, or none).\n',
    )
    expect(requests).toEqual([])
    const { stderr } = await runCommand([...flags, '--read-site'])
    expect(stderr).toBe(
      'error: Without a terminal, init needs --yes or more flags. Found on your site: --language="pl" --pixel-id="9876543210" --consent="wait".\n',
    )
  })

  it('names what else counts on the page, and what takes leads away from it', async () => {
    page = PAGE.replace(
      '</head>',
      '<script src="/wp-content/plugins/pixelyoursite/dist/scripts/public.js"></script>$&<iframe src="https://calendly.com/school"></iframe>',
    )
    const { findings } = JSON.parse((await initSite('--json')).stdout)
    expect(findings).toMatchObject([
      { code: 'pixel-plugin', file: `${site.url}/`, fix: expect.stringMatching(/settings/) },
      { code: 'lead-widget', file: `${site.url}/`, fix: expect.stringMatching(/"calendly"/) },
    ])
  })

  it('states where it found each answer', async () => {
    const { stdout } = await initSite('--json')
    expect(JSON.parse(stdout).found).toEqual({
      language: { value: 'pl', from: `<html lang>, ${site.url}/:1` },
      pixelId: { value: '9876543210', from: `${site.url}/:3` },
      platform: { value: 'Tilda', from: `static.tildacdn.com, ${site.url}/:4` },
      consent: { value: 'wait', from: `the script of Cookiebot, ${site.url}/:2` },
      nationalPhone: { value: '48', from: `its phone numbers, ${site.url}/` },
    })
  })

  it.each([
    ['that it recognized', PAGE, 'const pass = (school) => school.consent(decision)'],
    [
      'without a script',
      PAGE.replace('consent.cookiebot.com/uc.js', 'cdn-cookieyes.com/script.js'),
      'Nothing is sent until a script calls school.consent(true): see the guide',
    ],
  ])('says what passes the decision of a banner %s', async (_, html, expected) => {
    page = html
    expect((await initSite()).stdout).toContain(expected)
  })

  it('does not decide about consent if the page has no banner', async () => {
    page = PAGE.replace(/<script id="Cookiebot.*\n/, '')
    const { stderr } = await initSite()
    expect(stderr).toContain('Add --consent (wait, if visitors must agree')
    expect(await readdir(dir)).toEqual(['node_modules'])
  })

  it('serves the page that hands over the line, and the tracker, with dev', async () => {
    await initSite()
    const server = await runDev({ dir, port: 0 })
    onTestFinished(() => server.close())
    expect(await (await fetch(server.url)).text()).toContain(
      'https://track.szkola.example/school.js',
    )
    const script = await (await fetch(`${server.url}school.js`)).text()
    expect(script).toContain('"/functions/v1/conversion-capi"')
  })

  it('changes nothing if it runs again', async () => {
    await initSite()
    const { stdout } = await initSite('--json')
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, written: [], kept: [] })
  })

  it.each([
    [['--builder=school'], '--builder is unusable. Write the https URL of a published page'],
    [['--builder=http://school.example'], '--builder is unusable.'],
    [
      ['--builder=https://school.example', '--pages=site'],
      '--pages is for pages in a folder. Remove it, or --builder.',
    ],
    [['--platform=Tilda'], '--platform is for pages of a site builder. Add --builder'],
    [['--read-site'], '--read-site needs --builder with the URL of the site.'],
    [
      [
        '--builder=https://school.example',
        '--consent=granted',
        '--national-phone=+48',
        '--platform=Word',
      ],
      '--platform is unusable. Write one of Tilda, WordPress, Wix, Webflow, Squarespace. --consent is unusable. Write "wait" or "none". --national-phone is unusable.',
    ],
    [
      [
        '--builder=https://school.example/landing',
        '--url=https://school.example',
        '--host=node',
        '--language=en',
        '--pixel-id=1',
        '--consent=none',
      ],
      'This is the URL of the pages, which the site builder serves.',
    ],
  ])('rejects %j and writes nothing', async (flags, message) => {
    const { code, stderr } = await runCommand(['init', dir, ...flags])
    expect(stderr).toContain(message)
    expect([code, await readdir(dir)]).toEqual([2, ['node_modules']])
  })

  it.each([
    ["url: '", "url: 'x", 'site.builder.url is not the origin of the pages.'],
    ["'Tilda'", "'Tilde'", 'site.builder.platform is unknown. Write one of Tilda'],
    ['platform:', 'plattform:', 'site.builder.plattform is unknown. Did you mean "platform"?'],
    ['builder: {', "pages: 'site',\n  builder: {", 'site.pages has no effect with site.builder.'],
  ])('names the field of school.config.ts after %s became %s', async (from, to, message) => {
    await initSite()
    await replaceIn(join(dir, 'school.config.ts'), from, to)
    await expect(loadProject(dir)).rejects.toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({
          message: expect.stringContaining(message),
          line: expect.any(Number),
        }),
      ]),
    })
  })
})
